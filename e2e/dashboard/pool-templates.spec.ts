import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { type ServerProcess, type ShipProcess, startShip } from '../../scripts/lib/stack.ts'
import { expectAccessible } from '../support/access.ts'
import { paced } from '../support/pace.ts'
import { callAs, claimController, register } from '../support/sign-in.ts'
import { startServer } from '../support/start-server.ts'
import { installEthereumWallet } from '../support/wallets/ethereum-wallet.ts'
import { watchPage } from '../support/watch-page.ts'

/** A pool template is made on the profile and sets several miners at once. Real server, real controller process; only the devices are simulated. */
test.use({ locale: 'en-GB', viewport: { width: 1440, height: 900 } })

const root = mkdtempSync(join(tmpdir(), 'sm-templates-'))
let server: ServerProcess
let ship: ShipProcess
let page: Page

test.beforeAll(async ({ browser }) => {
  test.setTimeout(paced(240_000))
  server = await startServer({
    dataDir: join(root, 'server'),
    env: { OFFLINE_AFTER_MS: '16000', SWEEP_INTERVAL_MS: '1000' },
  })
  ship = await startShip(server, {
    name: 'Ms Templates',
    location: 'Engine room',
    dataDir: join(root, 'ship'),
    simulator: {
      seed: 'templates',
      miners: '3',
      lottery: '1',
      'generator-kw': '60',
      'ship-kw': '20',
      'rest-pace': '0.1',
    },
    controller: { POLL_INTERVAL_MS: '5000', DEVICE_TIMEOUT_MS: '2000' },
    generatorLimits: { capacityKw: 60, limitPercent: 85, reserveKw: 6, holdMs: 30_000, staleAfterMs: 10_000 },
  })
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 } })
  page = await context.newPage()
  await installEthereumWallet(page)
  await register(page, server, { email: 'jan@schip-aurora.nl' })
  await claimController(page, server, ship)
  await expect(page.getByText('hydro-03').first()).toBeVisible({ timeout: paced(90_000) })
  const { ship: made } = (await call('POST', '/user/ships', { name: 'Control', type: 'tanker' })) as {
    ship: { id: string }
  }
  await call('PUT', `/mining/controllers/${ship.controllerId}`, { shipId: made.id })
})

test.afterAll(async () => {
  await page?.context().close()
  await ship?.stop()
  await server?.stop()
  rmSync(root, { recursive: true, force: true })
})

/** Settling of a device, and a machine that has other things to do. */
const slow = { timeout: paced(150_000) }

/** A call as the signed-in owner. */
const call = (method: string, path: string, body?: object) => callAs(page, server, method, path, body)
const minerId = async (name: string) =>
  ((await call('GET', '/dashboard/miners')) as { miners: { id: string; name: string }[] }).miners.find(
    (miner) => miner.name === name,
  )?.id ?? ''

async function open(path: string): Promise<void> {
  await page.goto(`${server.url}${path}`)
  // While texts are loading the heading may be there twice, once hidden.
  await expect(page.locator('main h1').filter({ visible: true })).toHaveCount(1)
}

test('a template is made, and sets several miners, each with its own worker', async () => {
  test.setTimeout(paced(240_000))
  const watched = watchPage(page, server.url)
  await open('/profile')
  const templates = page.getByRole('region', { name: 'Pool templates' })
  await expect(templates.getByText('No templates yet.')).toBeVisible()
  await templates.getByRole('button', { name: 'Make a template' }).click()
  await templates.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(templates.getByText('Give the template a name.')).toBeVisible()
  await templates.getByLabel('Name of the template').fill('Night')
  await templates.getByLabel('Address of pool 1').fill('stratum+tcp://pool.example:3333')
  await templates.getByLabel('Worker at pool 1').fill('account.{boat}')
  await templates.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(templates.getByText('Only {ship}, {miner}, {ip}, {octet} and {mac} are known.')).toBeVisible()
  await templates.getByLabel('Worker at pool 1').fill('account.{ship}-{miner}')
  await templates.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(templates.getByText('account.{ship}-{miner}')).toBeVisible()

  await open('/dashboard')
  await expect(page.getByText('hydro-01').first()).toBeVisible(slow)
  await page.getByLabel('Select hydro-01').check()
  await page.getByLabel('Select hydro-02').check()
  await page.getByRole('button', { name: 'Pools', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('From a template').selectOption('Night')
  const workers = dialog.getByRole('region', { name: 'Worker of each miner' })
  await expect(workers).toContainText('account.Control-hydro-01')
  await expect(workers).toContainText('account.Control-hydro-02')
  await expectAccessible(page, 'the preview')
  await dialog.getByRole('button', { name: 'Yes, do it' }).click()
  await expect(dialog.getByText('What became of it')).toBeVisible()
  const { commands } = (await call('GET', `/mining/miners/${await minerId('hydro-02')}/control`)) as {
    commands: { action: string; parameters: { pools?: { user: string }[] } }[]
  }
  expect(commands[0]?.parameters.pools?.map(({ user }) => user)).toEqual(['account.Control-hydro-02'])

  await open('/profile')
  await templates.getByRole('button', { name: 'Delete Night' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(templates.getByText('No templates yet.')).toBeVisible()
  expect(watched.problems).toEqual([])
})
