import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { espImage } from '@shipminer/domain/firmware/test-images'
import { type ServerProcess, type ShipProcess, startShip } from '../../scripts/lib/stack.ts'
import { expectAccessibleAtWidths, languages } from '../support/access.ts'
import { paced } from '../support/pace.ts'
import { claimController, register } from '../support/sign-in.ts'
import { startServer } from '../support/start-server.ts'
import { installEthereumWallet } from '../support/wallets/ethereum-wallet.ts'
import { watchPage } from '../support/watch-page.ts'

/**
 * Firmware from a file: uploaded on the page, ordered with its warning, fetched and installed by the box, confirmed miner by miner, and the way
 * back. Real server, real controller process; only the devices are simulated.
 */
test.describe.configure({ mode: 'serial' })
test.use({ locale: 'en-GB', viewport: { width: 1440, height: 900 } })

const root = mkdtempSync(join(tmpdir(), 'sm-firmware-'))
let server: ServerProcess
let ship: ShipProcess
let page: Page

test.beforeAll(async ({ browser }) => {
  test.setTimeout(paced(240_000))
  server = await startServer({
    dataDir: join(root, 'server'),
  })
  ship = await startShip(server, {
    name: 'Ms Firmware',
    location: 'Engine room',
    dataDir: join(root, 'ship'),
    simulator: { seed: 'firmware', miners: '1', bitaxes: '2' },
    controller: { POLL_INTERVAL_MS: '5000', DEVICE_TIMEOUT_MS: '2000' },
  })
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 } })
  page = await context.newPage()
  await installEthereumWallet(page)
  await register(page, server, { email: 'jan@schip-aurora.nl' })
  await claimController(page, server, ship)
  await expect(page.getByRole('link', { name: 'bitaxe-02' })).toBeVisible({
    timeout: paced(90_000),
  })
})
test.afterAll(async () => {
  await page?.context().close()
  await ship?.stop()
  await server?.stop()
  rmSync(root, { recursive: true, force: true })
})

const upload = async (version: string, file: Uint8Array) => {
  await page.getByLabel('For which model').selectOption({ index: 1 })
  await page.getByLabel('Version').fill(version)
  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: `esp-miner-${version}.bin`,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(file),
  })
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
}

test('a file is uploaded, and one for something else is refused in words', async () => {
  const watched = watchPage(page, server.url)
  await page.goto(`${server.url}/dashboard/firmware`)
  await expect(page.getByRole('heading', { level: 1, name: 'Firmware' })).toBeVisible()
  await upload('v9.9.9', espImage('v1.0.0', { bytes: 50_000 }))
  await expect(page.getByRole('alert')).toContainText('This file is not firmware for that model and version.')
  watched.problems.splice(0)
  await upload('v9.9.9', espImage('v9.9.9', { bytes: 1_200_000 }))
  await expect(page.getByText('The file is here and has been checked.')).toBeVisible({
    timeout: paced(60_000),
  })
  await expect(page.getByRole('listitem').filter({ hasText: 'esp-miner-v9.9.9.bin' })).toContainText('v9.9.9')
  expect(watched.problems).toEqual([])
})

test('it is installed on both miners, one after the other, and confirmed', async () => {
  test.setTimeout(paced(300_000))
  await page.getByRole('button', { name: 'Install…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('This can leave a miner unusable')
  await dialog.getByLabel(/bitaxe-01/).check()
  await dialog.getByLabel(/bitaxe-02/).check()
  await dialog.getByRole('button', { name: 'Install now' }).click()
  await expect(dialog.getByRole('alert')).toContainText('confirm that you have read the warning')
  await dialog.getByLabel('I have read this and want to install the file.').check()
  await dialog.getByRole('button', { name: 'Install now' }).click()
  await expect(dialog).toBeHidden()
  const miner = (name: string) => page.getByRole('listitem').filter({ hasText: new RegExp(`^${name}`) })
  await expect(miner('bitaxe-01')).toContainText('Confirmed: runs the new version', {
    timeout: paced(200_000),
  })
  await expect(miner('bitaxe-02')).toContainText('Confirmed: runs the new version', {
    timeout: paced(200_000),
  })
  await expect(page.getByText('Done.')).toBeVisible()
})

test('the page can be used by anyone, at every width, in every language', async () => {
  test.setTimeout(paced(180_000))
  for (const language of languages) {
    await page.goto(`${server.url}/dashboard/firmware?lang=${language}`)
    await expect(page.locator('main h2').filter({ visible: true })).toHaveCount(2)
    await expectAccessibleAtWidths(page, 'page')
    await page.locator('#firmware-files ~ ul button').first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessibleAtWidths(page, 'dialog')
  }
})
