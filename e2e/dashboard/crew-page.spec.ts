import { expect, test } from '@playwright/test'
import type { CrewStatus } from '../../apps/controller/src/status-page/crew/crew-status.ts'
import { type ControllerStatus, totalsOf } from '../../apps/controller/src/status-page/status.ts'
import { type StatusServer, startStatusServer } from '../../apps/controller/src/status-page/status-server.ts'
import { findAllViolations } from '../support/access.ts'

/** The page of the wheelhouse in a browser, on the box's own server, with a power that the test turns. */
const hang = { code: 'disobedient', needsPerson: true }
let server: StatusServer
let power: ControllerStatus['power']
let isSeen: boolean
let isHanging: boolean

const now = 1_800_000_000_000
const status = (): ControllerStatus => ({
  mark: '9F2C 01AB 77D0 4E1B 5C90',
  controllerId: 'ms-aurora',
  version: '1',
  madeAt: now,
  startedAt: now,
  pollIntervalMs: 30_000,
  enrolment: { state: 'enrolled', detail: null },
  uplink: { state: 'waiting', sinceAgeMs: null, refusal: null, lastAckAgeMs: null, clockOffsetMs: null },
  spool: {
    bytes: 0,
    maxBytes: 1,
    unsentBatches: 0,
    oldestUnsentAgeMs: null,
    droppedSamples: 0,
    full: false,
    failure: null,
    heldSamples: 0,
    damaged: null,
    doubt: null,
  },
  scan: { lastEndedAgeMs: null },
  power,
  update: { takes: 'yes', version: null, state: null, reason: null },
  strangers: [],
  rules: { settings: { restart: null, coolDown: null }, log: [] },
  devices: [],
  totals: totalsOf([]),
})
const crew = (): CrewStatus => ({
  hour: [60, 50, 40, 10, 0].map((seconds) => ({
    at: now - seconds * 1_000,
    shipKw: 40,
    miningKw: 20,
    limitKw: 85,
  })),
  events: [{ at: now, kind: 'curtailed', deviceKey: 'mac:02:00:00:00:00:01', kw: 3.2 }],
  next: [{ deviceKey: 'mac:02:00:00:00:00:02', kw: 3.2 }],
  alarms: isHanging ? [{ ...hang, isAcknowledged: isSeen }] : [],
})

test.beforeEach(async () => {
  isSeen = false
  isHanging = false
  power = {
    isSetUp: true,
    masterStop: false,
    state: 'free',
    capacityKw: 100,
    limitKw: 85,
    generatorLoadKw: 60,
    shipLoadKw: 40,
    miningKw: 20,
    meanLoadPercent: 61,
    meanLimitPercent: 70,
    headroomKw: 15,
    curtailedKw: 0,
    worth: null,
    loadAgeMs: 300,
    warnings: [],
    asleep: 0,
    devices: 6,
    sets: [],
    sources: [],
    panelCheck: null,
    publishers: [],
    heartbeat: { beating: true, stop: null, failures: [] },
  }
  server = await startStatusServer({
    host: '127.0.0.1',
    port: 0,
    ownNames: [],
    status,
    setMasterStop: async (on) => {
      power = { ...power, masterStop: on, state: on ? 'master-stop' : 'free' }
    },
    answerPanel: async () => {},
    crew,
    acknowledge: () => {
      isSeen = true
    },
    commission: () => {
      throw new Error('not on this page')
    },
    actOnCommission: async () => {},
    meter: () => ({ inForce: null, trial: null, choices: [], search: null }),
    actOnMeter: async () => ({ name: 'done' }),
  })
})
test.afterEach(() => server.close())
const address = (query: string) => `http://127.0.0.1:${server.port}/crew?${query}`

test('the wheelhouse sees a miner that hangs, says that it has seen it, and stops everything', async ({
  page,
}) => {
  await page.goto(address('lang=en&look=night'))
  const state = page.getByRole('status').first()
  await expect(state).toHaveText('Room enough, everything may mine')
  await expect(page.getByRole('button', { name: 'Turn the sound on' })).toBeVisible()
  await page.getByRole('button', { name: 'Turn the sound on' }).click()
  await expect(page.getByRole('button', { name: 'Sound is on' })).toBeVisible()

  // Without a new load of the page.
  isHanging = true
  power = { ...power, warnings: ['disobedient'] }
  await expect(state).toHaveText('A miner does not obey and counts as full load.')
  await page.getByRole('button', { name: 'Seen, sound off' }).click()
  await expect(page.getByText('(seen)')).toBeVisible()
  await expect(page).toHaveURL(address('lang=en&look=night'))
  await expect(page.getByRole('button', { name: 'Seen, sound off' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Stop all miners' }).click()
  await expect(page.getByRole('status').first()).toContainText('Stopped by the crew')
  await page.getByText('Release the stop', { exact: true }).click()
  await page.getByRole('button', { name: 'Yes, release the stop' }).click()
  await expect(page.getByRole('button', { name: 'Stop all miners' })).toBeVisible()
})

test('a picture that is old says so, and comes back by itself', async ({ page }) => {
  await page.goto(address('lang=nl'))
  await page.route('**/crew/part*', (route) => route.abort())
  await expect(page.getByRole('alert')).toHaveText(/Geen verbinding met de controller/, { timeout: 60_000 })
  await page.unroute('**/crew/part*')
  await expect(page.getByRole('alert')).toHaveCount(0, { timeout: 60_000 })
})

test('a box that nobody checked says so above the stop, and not that nobody has to do anything', async ({
  page,
}) => {
  power = { ...power, check: { position: 'open', checkedElsewhere: null } }
  for (const [width, height] of [
    [1_024, 768],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(address('lang=nl'))
    const check = page.getByRole('link', { name: 'Controle bij inbedrijfstelling' })
    const [link, stop] = await Promise.all([
      check.boundingBox(),
      page.getByRole('button', { name: 'Stop alle miners' }).boundingBox(),
    ])
    expect((link?.y ?? Infinity) + (link?.height ?? 0)).toBeLessThan(stop?.y ?? 0)
    await expect(page.getByText('Niemand hoeft iets te doen.')).toHaveCount(0)
  }
})

for (const look of ['day', 'dusk', 'night'])
  test(`can be read by everybody, and on a phone: ${look}`, async ({ page }) => {
    isHanging = true
    power = { ...power, panelCheck: { readsKw: 41.2, isSame: null } }
    await page.setViewportSize({ width: 360, height: 720 })
    await page.goto(address(`lang=de&look=${look}`))
    expect(await findAllViolations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  })
