import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { createMeterChoice } from '../../apps/controller/src/acting/commissioning/choose-meter.ts'
import { type FakeServer, startHttp } from '../../apps/controller/src/drivers/fixtures/fake-device.ts'
import { comapExport } from '../../apps/controller/src/generator/modbus/test-comap-export.ts'
import {
  type IndependentServer,
  startIndependentServer,
} from '../../apps/controller/src/generator/modbus/throwaway-modbus-server.ts'
import { type Generator, openGenerator } from '../../apps/controller/src/generator/open-generator.ts'
import { systemClock } from '../../apps/controller/src/platform/clock.ts'
import { silentLogger } from '../../apps/controller/src/platform/logger.ts'
import { meterTexts } from '../../apps/controller/src/status-page/meter/meter-texts.ts'
import { type ControllerStatus, totalsOf } from '../../apps/controller/src/status-page/status.ts'
import { type StatusServer, startStatusServer } from '../../apps/controller/src/status-page/status-server.ts'
import { findAllViolations } from '../support/access.ts'

/** Choosing the meter in a browser: the box's own page and follower, and a meter on a Modbus server that is none of ours. */
let server: StatusServer
let generator: Generator
let meter: IndependentServer
let shelly: FakeServer
let directory: string

const now = 1_800_000_000_000
const status = (): ControllerStatus => ({
  ...{
    mark: '9F2C 01AB 77D0 4E1B 5C90',
    controllerId: 'ms-aurora',
    version: '1',
    madeAt: now,
    startedAt: now,
  },
  pollIntervalMs: 30_000,
  enrolment: { state: 'enrolled', detail: null },
  uplink: { state: 'waiting', sinceAgeMs: null, refusal: null, lastAckAgeMs: null, clockOffsetMs: null },
  spool: {
    ...{ bytes: 0, maxBytes: 1, unsentBatches: 0, oldestUnsentAgeMs: null, droppedSamples: 0, full: false },
    ...{ failure: null, heldSamples: 0, damaged: null, doubt: null },
  },
  scan: { lastEndedAgeMs: null },
  power: {
    ...{ isSetUp: false, masterStop: false, state: null, capacityKw: null, limitKw: null },
    ...{ generatorLoadKw: null, shipLoadKw: null, miningKw: null, meanLoadPercent: null },
    ...{ meanLimitPercent: null, headroomKw: null, curtailedKw: null, worth: null, loadAgeMs: null },
    ...{ warnings: [], asleep: 0, devices: 6, sets: [], sources: [], panelCheck: null, publishers: [] },
    heartbeat: { beating: false, stop: null, failures: [] },
  },
  update: { takes: 'yes', version: null, state: null, reason: null },
  strangers: [],
  rules: { settings: { restart: null, coolDown: null }, log: [] },
  devices: [],
  totals: totalsOf([]),
})

test.beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'meter-page-'))
  meter = await startIndependentServer()
  shelly = await startHttp((_request, response) =>
    response.end('{"mac":"EC62608ABCDE","model":"SPEM-003CEBEU","gen":2,"profile":"triphase"}'),
  )
  // As an SDM630 shows 41.2 kW.
  const write = (address: number, figure: number) => meter.registers.input.writeFloatBE(figure, 2 * address)
  for (const phase of [0, 1, 2]) {
    write(2 * phase, 231)
    write(6 + 2 * phase, 60)
    write(12 + 2 * phase, 41_200 / 3)
  }
  write(52, 41_200)
  write(70, 49.98)
  generator = await openGenerator({
    directory,
    actor: { devices: () => [], act: async () => 'confirmed' },
    clock: systemClock,
    random: Math.random,
    fetchFn: fetch,
    minuteOfDay: () => 720,
    timeOfDay: Date.now,
    log: silentLogger,
  })
  const choice = createMeterChoice({
    generator,
    isChecking: () => false,
    networkHosts: () => ['127.0.0.1'],
    searchPorts: { modbus: meter.port, http: shelly.port, mqtt: meter.port },
    onChosen: () => {},
    clock: systemClock,
    log: silentLogger,
  })
  server = await startStatusServer({
    host: '127.0.0.1',
    port: 0,
    ownNames: [],
    status,
    setMasterStop: async () => {},
    answerPanel: async () => {},
    crew: () => ({ hour: [], events: [], next: [], alarms: [] }),
    acknowledge: () => {},
    commission: () => {
      throw new Error('not on this page')
    },
    actOnCommission: async () => {},
    meter: choice.status,
    actOnMeter: choice.act,
  })
})
test.afterEach(async () => {
  await server.close()
  await generator.stop()
  await meter.close()
  await shelly.close()
  await rm(directory, { recursive: true, force: true })
})

const address = (path: string) => `http://127.0.0.1:${server.port}${path}`

async function expectUsable(page: Page): Promise<void> {
  expect(await findAllViolations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  const small = await page.evaluate(() =>
    [...document.querySelectorAll('a, button, select, input:not([type=hidden])')]
      .map((one) => ({ text: one.outerHTML.slice(0, 80), height: one.getBoundingClientRect().height }))
      .filter(({ height }) => height > 0 && height < 44),
  )
  expect(small).toEqual([])
}

test('a meter is chosen by its name, read, and put in force with the word of the crew', async ({ page }) => {
  await page.goto(address('/meter?lang=en'))
  await expect(page.getByText('No meter is wired: the boxes follow no generator.')).toBeVisible()
  await page.getByLabel('Meter', { exact: true }).selectOption('Eastron SDM630')
  await page.getByRole('button', { name: 'Continue' }).click()

  // An address of the internet is no meter on board; what was entered stays.
  await page.getByLabel('Address on the network').fill('8.8.8.8')
  await page.getByLabel('Port').fill(String(meter.port))
  await page.getByLabel('What the generator can give in all, kW').fill('100')
  await page.getByRole('button', { name: 'Try this meter' }).click()
  await expect(page.getByRole('status')).toContainText('Not everything could be understood')
  await expect(page.getByLabel('Address on the network')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('What the generator can give in all, kW')).toHaveValue('100')
  expect(generator.meter.trial()).toBeNull()

  await page.getByLabel('Address on the network').fill('127.0.0.1')
  await page.getByRole('button', { name: 'Try this meter' }).click()
  // The page looks again by itself.
  await expect(page.getByText('The meter reads 41.2 kW. Is that what your panel says?')).toBeVisible()
  await expect(page.getByText('voltage, frequency and phases are right')).toBeVisible()
  expect(generator.follower.status().isSetUp).toBe(false)
  await page.getByRole('button', { name: 'Yes, the panel shows that: use this meter' }).click()
  await expect(page.getByRole('status')).toContainText('This meter counts now.')
  expect(generator.follower.status()).toMatchObject({
    isSetUp: true,
    settings: { capacityKw: 100 },
    explanation: { generatorLoadKw: 41.2 },
  })
})

test('a controller with a map of its own is read by the list that its program exported', async ({ page }) => {
  const write = (register: number, figure: number) =>
    meter.registers.holding.writeInt16BE(figure, 2 * register)
  for (const phase of [0, 1, 2]) {
    write(2021 + phase, 137)
    write(2037 + phase, 231)
    write(2043 + phase, 60)
  }
  write(2036, 4_998)
  await page.goto(address('/meter?lang=en'))
  await page.getByLabel('Meter', { exact: true }).selectOption({ label: meterTexts.en.kinds['comap-export'] })
  await page.getByRole('button', { name: 'Continue' }).click()
  const fill = async (list: string) => {
    await page.getByLabel('Address on the network').fill('127.0.0.1')
    await page.getByLabel('Port').fill(String(meter.port))
    await page.getByLabel('What the generator can give in all, kW').fill('100')
    await page
      .getByLabel('Modbus list of the controller')
      .setInputFiles({ name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from(list) })
    await page.getByRole('button', { name: 'Try this meter' }).click()
  }
  await fill('a letter to the yard')
  await expect(page.getByRole('status')).toContainText('Not everything could be understood')
  await expect(page.getByText(meterTexts.en.fields.map?.wrong ?? '')).toBeVisible()
  await expect(page.getByLabel('Address on the network')).toHaveValue('127.0.0.1')
  await fill(comapExport())
  await expect(page.getByText('The meter reads 41.1 kW. Is that what your panel says?')).toBeVisible()
  await expect(
    page.getByText('kW 2021, 2022, 2023; V 2037, 2038, 2039; A 2043, 2044, 2045; Hz 2036'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Yes, the panel shows that: use this meter' }).click()
  await expect(page.getByRole('status')).toContainText('This meter counts now.')
  expect(generator.follower.status().explanation?.generatorLoadKw).toBeCloseTo(41.1)
})

for (const language of ['nl', 'en', 'de', 'ro'] as const)
  test(`finds meters on the network, on a phone and without script: ${language}`, async ({ browser }) => {
    const t = meterTexts[language]
    const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
    await page.setViewportSize({ width: 360, height: 720 })
    await page.goto(address(`/meter?lang=${language}`))
    await page.getByRole('button', { name: t.search.begin }).click()
    const link = page.getByRole('link', { name: t.search.fill(`127.0.0.1:${shelly.port}`) })
    await expect(page.getByRole('button', { name: t.search.again })).toBeVisible()
    await expect(page.getByText(t.search.kinds.shelly)).toBeVisible()
    await expect(page.getByText(/Shelly SPEM-003CEBEU, .*EC62608ABCDE/)).toBeVisible()
    await expect(page.getByText(t.search.kinds.modbus)).toBeVisible()
    for (const one of await page.getByRole('link').all())
      expect((await one.boundingBox())?.height ?? 44).toBeGreaterThanOrEqual(44)
    await link.click()
    await expect(page.getByLabel(t.fields.host?.label ?? '')).toHaveValue('127.0.0.1')
    await expect(page.getByLabel(t.fields.port?.label ?? '', { exact: true })).toHaveValue(
      String(shelly.port),
    )
    await expect(page.getByRole('heading', { name: 'Shelly Pro 3EM' })).toBeVisible()
    // What says no more than Modbus brings its address to the name that is chosen.
    await page
      .getByRole('link', { name: t.search.fill(`127.0.0.1:${meter.port}`) })
      .first()
      .click()
    await expect(page.getByText(t.search.carried('127.0.0.1'))).toBeVisible()
    await page.getByLabel(t.meter, { exact: true }).selectOption('Eastron SDM630')
    await page.getByRole('button', { name: t.next, exact: true }).click()
    await expect(page.getByLabel(t.fields.host?.label ?? '')).toHaveValue('127.0.0.1')
    await page.context().close()
  })

for (const language of ['nl', 'de', 'ro'] as const)
  test(`can be used by everybody, and on a phone: ${language}`, async ({ page }) => {
    const t = meterTexts[language]
    await page.setViewportSize({ width: 360, height: 720 })
    await page.goto(address(`/meter?lang=${language}`))
    await expectUsable(page)
    await page.getByRole('button', { name: t.search.begin }).click()
    await expect(page.getByRole('button', { name: t.search.again })).toBeVisible()
    await expectUsable(page)
    for (const choose of ['victron-mqtt', 'shelly-rpc', 'comap-export']) {
      await page.goto(address(`/meter?lang=${language}&choose=${choose}&wrong=host,map&said=wrong`))
      await expect(page.getByText(t.fields.host?.wrong ?? '')).toBeVisible()
      await expectUsable(page)
    }
    await page.goto(address(`/meter?lang=${language}&choose=eastron-sdm630`))
    await page.getByLabel(t.fields.host?.label ?? '').fill('127.0.0.1')
    await page.getByLabel(t.fields.port?.label ?? '', { exact: true }).fill(String(meter.port))
    await page.getByLabel(t.fields.mostKw?.label ?? '').fill('100')
    await page.getByRole('button', { name: t.tryIt }).click()
    await expect(page.getByRole('button', { name: t.keep })).toBeVisible()
    await expectUsable(page)
    await page.setViewportSize({ width: 360, height: 720 })
    await page.getByRole('button', { name: t.differs }).click()
    await expect(page.getByRole('status')).toHaveText(t.outcomes.dropped ?? '')
    expect(generator.follower.status().isSetUp).toBe(false)
  })
