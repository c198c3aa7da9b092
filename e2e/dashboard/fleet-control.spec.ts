import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { type ServerProcess, type ShipProcess, startShip } from '../../scripts/lib/stack.ts'
import { expectAccessibleAtWidths, languages } from '../support/access.ts'
import { paced } from '../support/pace.ts'
import { callAs, claimController, register } from '../support/sign-in.ts'
import { startServer } from '../support/start-server.ts'
import { installEthereumWallet } from '../support/wallets/ethereum-wallet.ts'
import { watchPage } from '../support/watch-page.ts'

/**
 * Control that is confirmed: a miner is put to sleep and woken from the page and keeps its pools, everything is stopped and started with a
 * result for each, an alert is acknowledged and then resolved. Real server, real controller process; only the devices are simulated.
 */
test.describe.configure({ mode: 'serial' })
test.use({ locale: 'en-GB', viewport: { width: 1440, height: 900 } })

const root = mkdtempSync(join(tmpdir(), 'sm-control-'))
let server: ServerProcess
let ship: ShipProcess
let page: Page
let shipId: string

test.beforeAll(async ({ browser }) => {
  test.setTimeout(paced(240_000))
  server = await startServer({
    dataDir: join(root, 'server'),
    env: { OFFLINE_AFTER_MS: '16000', SWEEP_INTERVAL_MS: '1000' },
  })
  ship = await startShip(server, {
    name: 'Ms Control',
    location: 'Engine room',
    dataDir: join(root, 'ship'),
    simulator: {
      seed: 'control',
      miners: '2',
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
  await expect(card('hydro-01')).toContainText('Online', { timeout: paced(90_000) })
  const { ship: made } = (await call('POST', '/user/ships', { name: 'Control', type: 'tanker' })) as {
    ship: { id: string }
  }
  shipId = made.id
  await call('PUT', `/mining/controllers/${ship.controllerId}`, { shipId })
})

test.afterAll(async () => {
  await page?.context().close()
  await ship?.stop()
  await server?.stop()
  rmSync(root, { recursive: true, force: true })
})

const card = (name: string) => page.getByRole('article').filter({ hasText: name })
/** Settling of a device, and a machine that has other things to do. */
const slow = { timeout: paced(150_000) }

/** A call as the signed-in owner. */
const call = (method: string, path: string, body?: object) => callAs(page, server, method, path, body)
const minerId = async (name: string) =>
  ((await call('GET', '/dashboard/miners')) as { miners: { id: string; name: string }[] }).miners.find(
    (miner) => miner.name === name,
  )?.id ?? ''
/** Which of them is in use just now is the pools' and the miner's affair. */
const pools = async (id: string) =>
  (
    (await call('GET', `/dashboard/miners/${id}/stats`)) as {
      detail: { pools: { url: string; user: string | null }[] }
    }
  ).detail.pools.map(({ url, user }) => `${url} ${user}`)

async function open(path: string): Promise<void> {
  await page.goto(`${server.url}${path}`)
  // While texts are loading the heading may be there twice, once hidden.
  await expect(page.locator('main h1').filter({ visible: true })).toHaveCount(1)
}

test('a miner is put to sleep, seen asleep, woken, and keeps its pools', async () => {
  test.setTimeout(paced(420_000))
  const watched = watchPage(page, server.url)
  const id = await minerId('hydro-01')
  const before = await pools(id)
  await card('hydro-01').getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Control', exact: true })).toBeVisible()
  const ask = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).click(slow)
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('This is what will happen')).toBeVisible()
    await dialog.getByRole('button', { name: 'Yes, do it' }).click()
    await expect(dialog).toBeHidden()
  }
  const ended = (name: string) => page.locator('li[data-command]').filter({ hasText: name }).first()

  await ask('Put to sleep')
  await expect(ended('Put to sleep')).toContainText('Confirmed', slow)
  await expect(ended('Put to sleep')).toContainText('by Jan de Vries')
  await ask('Wake')
  await expect(ended('Wake')).toContainText('Confirmed', slow)
  expect(await pools(id)).toEqual(before)
  expect(watched.problems).toEqual([])
})

test('name and place are changed and shown', async () => {
  await page.getByRole('button', { name: 'Change name, place and notes' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Bakboord')
  await page.getByLabel('Place on board').fill('Fore peak')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Bakboord' })).toBeVisible()
  await expect(page.getByText('Fore peak').first()).toBeVisible()
})

// Before anything is restarted: a miner that starts up is not reported.
test('an alert is acknowledged, then resolved, and the history has it all', async () => {
  test.setTimeout(paced(240_000))
  const fault = (kind: string | null) =>
    fetch(`${ship.simulatorUrl}/devices/hydro-02/faults`, {
      method: kind === null ? 'DELETE' : 'PUT',
      headers: { 'content-type': 'application/json' },
      ...(kind === null ? {} : { body: JSON.stringify({ kind }) }),
    })
  expect((await fault('hung')).ok).toBe(true)
  await open('/dashboard/alerts')
  const alert = page.getByRole('listitem').filter({ hasText: 'hydro-02 is offline' })
  await alert.getByRole('button', { name: /^Acknowledge/ }).click(slow)
  await expect(alert).toContainText('Acknowledged')
  await alert.getByRole('button', { name: /^Resolve/ }).click()
  await expect(alert).toBeHidden()
  await page.getByRole('button', { name: 'Resolved', exact: true }).click()
  await expect(alert.first()).toContainText('Resolved')
  await fault(null)

  await open('/dashboard/history')
  await expect(page.getByRole('listitem').filter({ hasText: 'hydro-02 is offline' }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Commands', exact: true }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Put to sleep, Confirmed' })).toHaveCount(1)
})

test('everything is stopped and started, with a result for each miner', async () => {
  test.setTimeout(paced(420_000))
  await open('/dashboard')
  await page.getByText('Manage the fleet').click()
  for (const name of ['Stop all', 'Start all']) {
    await page.getByRole('button', { name }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Yes, do it' }).click()
    await expect(page.getByRole('heading', { name: 'Result for each miner' })).toBeVisible()
    await expect(page.getByText(/^3 of 3 finished/)).toBeVisible(slow)
  }
})

test('rules and channels are kept', async () => {
  const line = page.getByRole('group').filter({ hasText: 'Miner works badly' })
  await open('/dashboard/alerts')
  await page.getByText('Miner works badly').click()
  await line.getByLabel('Slow miner: Limit in percent').fill('70')
  await line.getByLabel('Slow miner: Duration in minutes').fill('20')
  await line.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(line.getByText('Saved.')).toBeVisible()
  await expect(line.getByText('under 70 % of what is expected for 20 min').first()).toBeVisible()
  await page.getByLabel('Quiet hours', { exact: true }).check()
  await page.getByLabel('Summary of the week by email').uncheck()
  const channels = page.getByRole('region', { name: 'Where you hear of it' })
  await channels.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(channels.getByText('Saved.')).toBeVisible()
  const second = page.getByRole('region', { name: 'If nobody reacts' })
  await second.getByLabel('Send critical alerts on').check()
  await second.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(second.getByText('Enter an email address.')).toBeVisible()
  await second.getByLabel('Email address', { exact: true }).fill('yard@example.nl')
  await second.getByLabel(/^After so many minutes/).fill('45')
  await second.getByRole('button', { name: 'Save', exact: true }).click()
  // Whoever gets it must be able to answer; this owner never confirmed an address.
  await expect(second.getByText('Please verify your email address first.')).toBeVisible()
  await open('/dashboard/alerts')
  await page.getByText('Miner works badly').click()
  await expect(page.getByLabel('Slow miner: Limit in percent')).toHaveValue('70')
  await expect(page.getByLabel('Quiet hours', { exact: true })).toBeChecked()
  await expect(page.getByLabel('Summary of the week by email')).not.toBeChecked()
  await expect(second.getByLabel('Send critical alerts on')).not.toBeChecked()
})

test('a device that saves data is shown the present, and charts when they are asked for', async () => {
  test.setTimeout(paced(180_000))
  await open('/dashboard')
  const moment = page.getByRole('slider', { name: 'Moment in the last 24 hours' })
  await expect(moment).toBeVisible(slow)
  const choose = async (isOn: boolean) => {
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Account/ })
      .click()
    await page.getByLabel('Less data').setChecked(isOn)
    await page.keyboard.press('Escape')
  }
  await choose(true)
  await expect(moment).toBeHidden()
  const asked: URL[] = []
  page.on('request', (request) => asked.push(new URL(request.url())))
  await open('/dashboard')
  const power = page.locator('section').filter({ has: page.locator('#power-title') })
  await expect(power.getByRole('img', { name: /Generator/ })).toBeVisible(slow)
  await expect(page.getByRole('banner')).toContainText('Less data')
  await expect(moment).toBeHidden()
  await expectAccessibleAtWidths(page, 'a dashboard that saves data')
  await page.setViewportSize({ width: 1440, height: 900 })
  const past = () =>
    asked.filter(
      ({ pathname, searchParams }) => /\/environment$/.test(pathname) && !searchParams.has('since'),
    )
  const trends = () => asked.filter(({ pathname }) => pathname.endsWith('/mining/trends'))
  expect([past(), trends()]).toEqual([[], []])
  await power.getByRole('button', { name: 'Show chart' }).click()
  await expect(moment).toBeVisible(slow)
  expect(past()).toHaveLength(1)
  await choose(false)
  await expect.poll(trends).not.toEqual([])
})

test('the page of the ship shows its generator, and that only the crew releases its stop', async () => {
  test.setTimeout(paced(300_000))
  await open('/dashboard')
  const moment = page.getByRole('slider', { name: 'Moment in the last 24 hours' })
  const readOut = page.getByText(/^At \d\d:\d\d: /)
  await moment.press('ArrowLeft', slow)
  await expect(readOut).toBeVisible()
  await moment.press('Escape')
  await expect(readOut).toBeHidden()
  await page.getByRole('link', { name: 'Control', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Control', exact: true })).toBeVisible()
  await expect(page.getByRole('img', { name: /^Generator 60/ })).toBeVisible(slow)
  await expect(page.getByText('Room enough: everything may mine')).toBeVisible(slow)
  const press = (stop: 'on' | 'off') =>
    fetch(`${ship.statusUrl}/master-stop`, {
      method: 'POST',
      headers: { origin: ship.statusUrl, 'content-type': 'application/x-www-form-urlencoded' },
      body: `stop=${stop}`,
      redirect: 'manual',
    })
  await press('on')
  await expect(page.getByText('Master stop by the crew')).toBeVisible(slow)
  await expect(page.getByText('Only they can release it there')).toBeVisible()
  await press('off')
  await expect(page.getByText('Master stop by the crew')).toBeHidden(slow)
})

test('power settings are tried on the last week, saved, and limits on board win', async () => {
  test.setTimeout(paced(240_000))
  await page.getByRole('heading', { name: 'Settings', exact: true }).click()
  await page.getByLabel('Reserve for the ship (kW)').fill('4')
  await page.getByLabel('Highest load (%)').fill('95')
  await page.getByRole('button', { name: 'See the last week with this' }).click()
  await expect(page.getByRole('heading', { name: 'The last week with these settings' })).toBeVisible()
  await page.getByRole('button', { name: 'Save the settings' }).click()
  await expect(page.getByText('Saved. They count as soon as the controller has them.')).toBeVisible()
  await expect(page.getByText('What counts on board now differs from what you wish here:')).toBeVisible(slow)
  await expect(page.getByText('Highest load (%): you wish 95, on board 85')).toBeVisible(slow)
})

test('miners rest for the sake of the fuel when the owner says so, and come back', async () => {
  test.setTimeout(paced(240_000))
  const onBoard = async () =>
    ((await (await fetch(`${ship.statusUrl}/status.json`)).json()) as { power: { state: string } }).power
      .state
  await page.getByRole('heading', { name: 'Fuel', exact: true }).click()
  await page
    .getByLabel('Mine', { exact: true })
    .selectOption({ label: 'only while it earns more than its fuel' })
  await page.getByLabel('Diesel (euro a litre)').fill('9')
  await page.getByRole('button', { name: 'Save fuel settings' }).click()
  await expect(page.getByText('Saved. They count as soon as the controller has them.').first()).toBeVisible()
  await expect.poll(onBoard, slow).toBe('not-worth')
  await expect(page.getByText(/^Miners rest: /).first()).toBeVisible(slow)
  await page.getByLabel('Mine', { exact: true }).selectOption({ label: 'always when there is room' })
  await page.getByRole('button', { name: 'Save fuel settings' }).click()
  await expect.poll(onBoard, slow).not.toBe('not-worth')
  await expect(page.getByText(/^Miners rest: /)).toHaveCount(0, slow)
})

test('the week that runs is proven by what was measured, on paper too', async () => {
  const proof = page.getByRole('region', { name: 'Weekly proof' })
  await proof.getByRole('combobox').selectOption({ index: 0 })
  await expect(proof.getByText('This week is still running.')).toBeVisible(slow)
  const paper = page.waitForEvent('download')
  await proof.getByRole('button', { name: 'Proof as PDF' }).click()
  const { name } = (await paper).suggestedFilename().match(/^(?<name>.+)\.pdf$/)?.groups ?? {}
  await expect(proof.getByText(`Saved as ${name}.pdf`)).toBeVisible()
})

test('every new page is accessible, narrow and wide, in every language', async () => {
  test.setTimeout(paced(600_000))
  const miner = await minerId('hydro-02')
  const paths = [
    '/dashboard',
    '/dashboard/alerts',
    '/dashboard/revenue',
    '/dashboard/history',
    `/dashboard/compare?miners=${miner}`,
    `/dashboard/ships/${shipId}`,
    `/mining/miners/${miner}`,
  ]
  const loaded = () =>
    expect(page.locator('main [role="status"]').filter({ hasText: /…$/ })).toHaveCount(0, slow)
  for (const language of languages) {
    for (const path of paths) {
      await open(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`)
      await loaded()
      await expectAccessibleAtWidths(page, path, loaded)
    }
  }
})
