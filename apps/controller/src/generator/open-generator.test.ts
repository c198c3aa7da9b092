import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commissioningSteps, noFigures } from '@shipminer/domain/generator/commissioning/commissioning'
import { defaultSettings } from '@shipminer/domain/generator/follower-settings'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { silentLogger } from '../platform/logger.ts'
import { GeneratorWiringSchema, ShoreSettingsSchema } from './generator-settings.ts'
import { type IndependentServer, startIndependentServer } from './modbus/throwaway-modbus-server.ts'
import { type Generator, openGenerator } from './open-generator.ts'
import { type StubSignalK, startStubSignalK } from './signal-k/stub-signal-k.ts'

const { masterStop: _, ...settings } = defaultSettings(100)
const shore = ShoreSettingsSchema.parse(settings)
const path = 'propulsion.main.engineLoad'

let directory: string
let stub: StubSignalK
let generator: Generator | null = null
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'generator-'))
  stub = await startStubSignalK()
})
afterEach(async () => {
  await generator?.stop()
  generator = null
  await stub.close()
  await rm(directory, { recursive: true })
})
type OpenOptions = Parameters<typeof openGenerator>[0]
async function openWired(
  wiring: object,
  over: Pick<NonNullable<OpenOptions['crew']>, 'limits'> & Pick<OpenOptions, 'onEvent'>,
) {
  const { limits, ...rest } = over
  generator = await openGenerator({
    directory,
    crew: { ...GeneratorWiringSchema.parse(wiring), limits },
    actor: { devices: () => [], act: async () => 'confirmed' },
    clock: systemClock,
    random: Math.random,
    fetchFn: fetch,
    minuteOfDay: () => 720,
    timeOfDay: () => 1_800_000_000_000,
    log: silentLogger,
    ...rest,
  })
  return generator
}
async function open(limits: { capacityKw?: number } = {}) {
  const opened = await openWired(
    { meter: { kind: 'signal-k', baseUrl: stub.url, preset: 'engine-load', ids: ['main'] } },
    { limits },
  )
  await until(() => expect(stub.streams.at(-1)?.subscribed).toEqual([path]))
  return opened
}
/** 30 kW at 230 V and 50 Hz, as the meter of that make has it. */
function asEastron({ registers: { input } }: IndependentServer): void {
  const write = (address: number, figure: number) => input.writeFloatBE(figure, 2 * address)
  for (const phase of [0, 1, 2]) {
    write(2 * phase, 230)
    write(12 + 2 * phase, 10_000)
  }
  write(52, 30_000)
  write(70, 50)
}
const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 10 })

test('what shore told of fuel and market counts without the line and over a restart, and grows old', async () => {
  const opened = await open({ capacityKw: 100 })
  await opened.store.change({
    economy: {
      fuel: { mine: 'when-it-pays', dieselCentsPerLitre: 100, curve: null, minimumLoadPercent: null },
      market: { centsPerPhDay: 2_000, observedAt: 1_800_000_000_000 - 7_200_000 },
    },
  })
  await opened.stop()
  generator = null
  const { follower } = await open({ capacityKw: 100 })
  stub.send({ [path]: 0.42 })
  await until(() => expect(follower.status().explanation?.worth.marketAgeMs).toBe(7_200_000))
  expect(follower.status().explanation?.worth.costCentsPerKwh).toBeGreaterThan(20)
})

test('settings and a check that cannot be read are said to be lost, over a restart too, until somebody has looked', async () => {
  await writeFile(join(directory, 'generator.json'), '{"version":1,"masterStop":fal')
  await writeFile(join(directory, 'commissioning.json'), '')
  const first = await open({ capacityKw: 100 })
  expect([first.store.current().isLost, first.commissioning.isLost()]).toEqual([true, true])
  expect(first.follower.status().masterStop).toBe(true)
  await first.stop()
  generator = null
  const { store, commissioning, follower } = await open({ capacityKw: 100 })
  expect([store.current().isLost, commissioning.isLost()]).toEqual([true, true])
  await follower.setMasterStop(true)
  expect(store.current().isLost).toBe(true)
  await follower.setMasterStop(false)
  expect([store.current().isLost, commissioning.position()]).toEqual([false, 'open'])
})

test('follows nothing without a capacity, and the load as soon as the shore tells one', async () => {
  const { follower, store } = await open()
  stub.send({ [path]: 0.42 })
  expect(follower.status()).toMatchObject({ isSetUp: false, explanation: null })
  await store.change({ shore })
  stub.send({ [path]: 0.42 })
  await until(() => expect(follower.status().explanation).toMatchObject({ generatorLoadKw: 42, limitKw: 85 }))
  // 250 % of the capacity is a broken sensor.
  stub.send({ [path]: 2.5 })
  stub.send({ [path]: 0.5 })
  await until(() => expect(follower.status().explanation?.generatorLoadKw).toBe(50))
})

test('is the same client to the Signal K server after a restart', async () => {
  const first = await open({ capacityKw: 100 })
  const clientId = first.store.current().signalK?.clientId
  expect(clientId).toMatch(/^[0-9a-f-]{36}$/)
  await first.stop()
  expect((await open({ capacityKw: 100 })).store.current().signalK?.clientId).toBe(clientId)
})

test('a meter of which the crew says that the panel shows something else is not believed, over a restart too', async () => {
  const untilSent = (load: number, check: () => void) =>
    until(() => {
      stub.send({ [path]: load })
      check()
    })
  const first = await open({ capacityKw: 100 })
  await untilSent(0.42, () => expect(first.panelCheck()).toEqual({ readsKw: 42, isSame: null }))
  await first.answerPanel(false)
  await first.stop()
  const again = await open({ capacityKw: 100 })
  await untilSent(0.4, () => {
    expect(again.panelCheck()).toEqual({ readsKw: 40, isSame: false })
    expect(again.sources()).toMatchObject([{ state: 'refused', problem: { code: 'panel-differs' } }])
  })
  expect(again.follower.status().explanation?.generatorLoadKw).toBeNull()
  await again.answerPanel(true)
  await untilSent(0.41, () => expect(again.follower.status().explanation?.generatorLoadKw).toBe(41))
})

test('knows by a register whether shore power or the generator feeds the ship, and says when it cannot be read', async () => {
  const [meter, panel] = [await startIndependentServer(), await startIndependentServer()]
  onTestFinished(async () => {
    await meter.close()
    await panel.close()
  })
  asEastron(meter)
  const opened = await openWired(
    {
      meter: {
        ...{ kind: 'modbus-tcp', host: '127.0.0.1', port: meter.port, preset: 'eastron-sdm630' },
        ...{ mostKw: 100, intervalMs: 200, timeoutMs: 10_000 },
      },
      supplies: [
        {
          is: 'shore',
          signal: {
            ...{ kind: 'modbus-tcp', host: '127.0.0.1', port: panel.port },
            ...{ register: { address: 20, kind: 'input' }, when: { bit: 3 } },
          },
        },
      ],
    },
    { limits: { capacityKw: 100, staleAfterMs: 3_000 } },
  )
  const { follower } = opened
  const offReason = () => follower.status().explanation?.offReason
  await until(() => expect(follower.status().explanation).toMatchObject({ generatorLoadKw: 30, limitKw: 85 }))
  await until(() => expect(offReason()).toBeNull())
  panel.registers.input.writeUInt16BE(0b1000, 2 * 20)
  await until(() => expect(offReason()).toBe('shore-power'))
  await opened.store.change({ onBoard: { ...opened.store.current().onBoard, shoreCapacityKw: 40 } })
  await until(() => expect(follower.status().explanation).toMatchObject({ offReason: null, limitKw: 34 }))
  await panel.close()
  await until(() => expect(offReason()).toBe('load-unknown'))
  expect(opened.sources()[0]).toMatchObject({ state: 'refused', problem: { code: 'supply-unknown' } })
})

test('a meter with another serial number at the same address is doubted at once, and the reserve is cautious until somebody has looked', async () => {
  let meter = await startIndependentServer()
  const { port } = meter
  const show = (serial: number) => {
    asEastron(meter)
    meter.registers.holding.writeUInt32BE(serial, 2 * 0xfc00)
  }
  show(7_001)
  onTestFinished(() => meter.close())
  const events: string[] = []
  const opened = await openWired(
    {
      meter: {
        ...{ kind: 'modbus-tcp', host: '127.0.0.1', port, preset: 'eastron-sdm630' },
        ...{ mostKw: 200, intervalMs: 300, timeoutMs: 10_000 },
      },
    },
    { limits: { capacityKw: 100, reserveKw: 10 }, onEvent: ({ kind }) => events.push(kind) },
  )
  const { commissioning, follower } = opened
  const passed = { outcome: 'passed', at: 1, failure: null, reason: null, figures: noFigures } as const
  await commissioning.keep(Object.fromEntries(commissioningSteps.map((step) => [step, passed])), 1)
  await until(() => expect(commissioning.identity()?.serial).toBe('7001'))
  const reserveKw = () => follower.status().settings?.reserveKw
  expect([commissioning.position(), reserveKw()]).toEqual(['done', 10])

  // The cable is pulled, and the same meter answers again.
  await meter.close()
  await until(() => expect(opened.sources()[0]?.state).toBe('waiting'))
  meter = await startIndependentServer(port)
  show(7_001)
  await until(() => expect(opened.sources()[0]?.state).toBe('connected'))
  await meter.close()
  await until(() => expect(opened.sources()[0]?.state).toBe('waiting'))
  expect(commissioning.isDoubted()).toBe(false)
  meter = await startIndependentServer(port)
  show(7_002)
  await until(() => expect(commissioning.isDoubted()).toBe(true))
  expect(commissioning.otherMeter()).toEqual({ part: 'serial', is: '7002', was: '7001' })
  expect([commissioning.position(), reserveKw()]).toEqual(['open', 30])
  expect(events.filter((kind) => kind === 'meter-doubted')).toHaveLength(1)

  await commissioning.keep({ ...commissioning.results(), miner: { ...passed, at: 2 } }, 2)
  expect([commissioning.position(), reserveKw()]).toEqual(['done', 10])
})
