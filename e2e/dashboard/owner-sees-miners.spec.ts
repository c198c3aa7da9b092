import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServerProcess, type ShipProcess, startShip } from '../../scripts/lib/stack.ts'
import { findAllViolations } from '../support/access.ts'
import { expect, type Page, test } from '../support/journey.ts'
import { paced } from '../support/pace.ts'
import { register } from '../support/sign-in.ts'
import { startServer } from '../support/start-server.ts'
import { installEthereumWallet } from '../support/wallets/ethereum-wallet.ts'
import { watchPage } from '../support/watch-page.ts'

/**
 * The main job: a wallet signs in, makes an account, claims the controller on board, sees its miners live, and watches one hang, go
 * stale, go offline and come back. Real server, real controller process, real sockets; only the ship's devices are simulated.
 */
test.describe.configure({ mode: 'serial' })
test.use({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })

const root = mkdtempSync(join(tmpdir(), 'sm-journey-'))
let server: ServerProcess
let ship: ShipProcess

test.beforeAll(async () => {
  server = await startServer({
    dataDir: join(root, 'server'),
    env: { OFFLINE_AFTER_MS: '16000', SWEEP_INTERVAL_MS: '1000' },
  })
  ship = await startShip(server, {
    name: 'Ms Journey',
    location: 'Engine room',
    dataDir: join(root, 'ship'),
    simulator: { seed: 'journey', miners: '2', lottery: '1' },
    controller: { POLL_INTERVAL_MS: '5000', DEVICE_TIMEOUT_MS: '2000' },
  })
})

test.afterAll(async () => {
  await ship?.stop()
  await server?.stop()
  rmSync(root, { recursive: true, force: true })
})

async function setFault(
  device: string,
  fault: ({ kind: string } & Record<string, unknown>) | null,
): Promise<void> {
  const response = await fetch(`${ship.simulatorUrl}/devices/${device}/faults`, {
    method: fault === null ? 'DELETE' : 'PUT',
    headers: { 'content-type': 'application/json' },
    ...(fault === null ? {} : { body: JSON.stringify(fault) }),
  })
  expect(response.ok).toBe(true)
}

const card = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name })

/** A camera that the person may refuse, and a browser that reads what it sees. */
async function installCamera(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const camera = { isRefused: true, sees: '', tracks: [] as MediaStreamTrack[] }
    class Reader {
      static getSupportedFormats = async () => ['qr_code']
      detect = async () => (camera.sees === '' ? [] : [{ rawValue: camera.sees }])
    }
    Object.assign(globalThis, { camera, BarcodeDetector: Reader })
    navigator.mediaDevices.getUserMedia = async () => {
      if (camera.isRefused) throw new DOMException('refused', 'NotAllowedError')
      const canvas = document.createElement('canvas')
      canvas.getContext('2d')?.fillRect(0, 0, 10, 10)
      const stream = canvas.captureStream(10)
      camera.tracks.push(...stream.getTracks())
      return stream
    }
  })
}

type Camera = { isRefused: boolean; sees: string; tracks: MediaStreamTrack[] }
const setCamera = (page: Page, change: Partial<Omit<Camera, 'tracks'>>) =>
  page.evaluate(
    (change) => void Object.assign((globalThis as unknown as { camera: Camera }).camera, change),
    change,
  )
const camerasOn = (page: Page) =>
  page.evaluate(
    () =>
      (globalThis as unknown as { camera: Camera }).camera.tracks.filter(
        ({ readyState }) => readyState === 'live',
      ).length,
  )

/** The card before the camera: refused, then a code of something else, then closed, then the card. */
async function scanKey(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  const scan = dialog.getByRole('button', { name: 'Scan QR code' })
  await scan.click()
  await expect(dialog.getByText('The camera may not be used.')).toBeVisible()
  await setCamera(page, { isRefused: false, sees: 'https://example.com/' })
  await scan.click()
  await expect(dialog.getByText('There is no claim key in this code.')).toBeVisible()
  expect(await camerasOn(page)).toBe(1)
  expect(await findAllViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => camerasOn(page)).toBe(0)
  await page.getByRole('button', { name: 'Claim new controller' }).first().click()
  await scan.click()
  await setCamera(page, { sees: `${server.url}/dashboard?claim=${ship.claimKey}` })
  await expect(dialog.getByText(ship.controllerId)).toBeVisible()
  await expect.poll(() => camerasOn(page)).toBe(0)
}

test('a new owner signs in, claims the controller and follows the miners', async ({ page }) => {
  test.setTimeout(paced(180_000))
  const watched = watchPage(page, server.url)
  await installEthereumWallet(page)
  await installCamera(page)

  await register(page, server, { email: 'jan@schip-aurora.nl' })
  await expect(page.getByText('No controller yet')).toBeVisible()
  await page.getByRole('button', { name: 'Claim new controller' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Claim key').fill('nonsense')
  await dialog.getByRole('button', { name: 'Check key' }).click()
  await expect(dialog.getByText('Invalid format. Use: XXXXXXXX-XXXXXXXX').first()).toBeVisible()
  await dialog.getByLabel('Claim key').fill('AAAAAAAA-00000000')
  await dialog.getByRole('button', { name: 'Check key' }).click()
  await expect(dialog.getByText('Claim key not found.').first()).toBeVisible()
  await scanKey(page)
  await dialog.getByRole('button', { name: 'Another key' }).click()
  await dialog.getByLabel('Claim key').fill(ship.claimKey.toLowerCase().replace('-', ''))
  await dialog.getByRole('button', { name: 'Check key' }).click()
  await expect(dialog.getByText(ship.controllerId)).toBeVisible()
  await expect(dialog.getByText('Engine room')).toBeVisible()
  await dialog.getByRole('button', { name: 'Claim controller' }).click()
  await expect(dialog.getByText('Ms Journey is yours').first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Go to dashboard' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'All is well' })).toBeVisible()
  await expect(page.getByText('All 3 miners are running.')).toBeVisible()
  const hydro = card(page, 'hydro-01')
  await expect(hydro).toContainText('Antminer')
  await expect(hydro).toContainText('Online')
  const hashRateOf = async (name: string) =>
    Number((await card(page, name).textContent())?.match(/Hash rate\s*([\d.,]+)/)?.[1])
  expect(await hashRateOf('hydro-01')).toBeGreaterThan(100)
  const whole = await hashRateOf('hydro-02')
  expect(whole).toBeGreaterThan(100)
  await setFault('hydro-02', { kind: 'dead-board' })
  await expect
    .poll(() => hashRateOf('hydro-02'), {
      message: 'the hash rate follows the miner',
      timeout: paced(60_000),
    })
    .toBeLessThan(whole * 0.9)
  await setFault('hydro-02', null)
  await expect(page.getByText('All 3 miners are running.')).toBeVisible({ timeout: paced(60_000) })

  expect(await findAllViolations(page)).toEqual([])

  await setFault('hydro-01', { kind: 'hung' })
  await expect(hydro).toContainText('Stale', { timeout: paced(30_000) })
  await expect(hydro).toContainText('Offline', { timeout: paced(40_000) })
  await expect(page.getByText('hydro-01 is offline').first()).toBeVisible()
  await expect(page.getByText('2 of 3 fresh').first()).toBeVisible()
  await setFault('hydro-01', null)
  await expect(hydro).toContainText('Online', { timeout: paced(60_000) })
  await expect(page.getByRole('heading', { level: 1, name: 'All is well' })).toBeVisible()
  await expect(page.getByText('All 3 miners are running.')).toBeVisible()

  await hydro.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/mining\/miners\/\d+$/)
  await expect(page.getByRole('heading', { name: 'hydro-01' })).toBeVisible()
  expect(watched.problems).toEqual([])
  await page.context().storageState({ path: join(root, 'owner.json') })
})

test('the first values stand before the page’s scripts have come, and the page takes over from them', async ({
  browser,
}) => {
  const context = await browser.newContext({
    storageState: join(root, 'owner.json'),
    locale: 'en-GB',
    viewport: { width: 390, height: 844 },
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  const watched = watchPage(page, server.url)
  const held = Promise.withResolvers<void>()
  await page.route(/\/assets\/(?!boot-|first-).*\.js$/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(`${server.url}/dashboard?lang=en`)
  const first = page.locator('#first-values')
  await expect(page.getByRole('heading', { level: 1, name: 'All is well' })).toBeVisible()
  await expect(first).toContainText('All 3 miners are running. Read at ')
  await expect(first).toContainText(/Power\d+\.\d\u00a0kW/)
  await expect(first.getByRole('region', { name: 'Your money' })).toContainText('Today, your share')
  await expect(page.getByText('Loading…')).toBeHidden()
  expect(await findAllViolations(page)).toEqual([])
  held.resolve()
  await expect(card(page, 'hydro-01')).toBeVisible()
  await expect(first).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  expect(watched.problems).toEqual([])
  await context.close()
})

test('a page heals by itself when the server comes back, whenever it went away', async ({ browser }) => {
  test.setTimeout(paced(240_000))
  const context = await browser.newContext({ storageState: join(root, 'owner.json'), locale: 'en-GB' })
  const page = await context.newPage()
  const allIsWell = page.getByText('All 3 miners are running.')
  const slow = { timeout: paced(90_000) }
  await page.goto(`${server.url}/dashboard`)
  await expect(allIsWell).toBeVisible()

  await server.kill()
  await expect(page.getByRole('heading', { level: 1, name: 'No connection to the server' })).toBeVisible(slow)
  await expect(card(page, 'hydro-01'), 'what was shown stays').toBeVisible()
  await server.start()
  await expect(allIsWell).toBeVisible(slow)
  await expect(page.getByText('Could not be loaded.')).toHaveCount(0, slow)

  // Before the first values: the document and its scripts are there, and nothing answers.
  const asked = page.waitForRequest(/\/api\/mining\/fleet(\?|$)/)
  await page.goto(`${server.url}/dashboard`, { waitUntil: 'commit' })
  await asked
  await server.kill()
  await server.start()
  await expect(allIsWell).toBeVisible(slow)

  // Opened while nothing answers: what was put by for that shows, once the page has put it by.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await server.kill()
  await page.goto(`${server.url}/dashboard`).catch(() => undefined)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await server.start()
  await expect(allIsWell).toBeVisible(slow)
  await context.close()
})
