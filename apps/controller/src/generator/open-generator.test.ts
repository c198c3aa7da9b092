import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultSettings } from '@shipminer/domain/generator/follower-settings'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { silentLogger } from '../platform/logger.ts'
import { GeneratorWiringSchema, ShoreSettingsSchema } from './generator-settings.ts'
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
async function open(limits: { capacityKw?: number } = {}) {
  const wiring = GeneratorWiringSchema.parse({
    meter: { kind: 'signal-k', baseUrl: stub.url, preset: 'engine-load', ids: ['main'] },
  })
  generator = await openGenerator({
    directory,
    crew: { ...wiring, limits },
    actor: { devices: () => [], act: async () => 'confirmed' },
    clock: systemClock,
    random: Math.random,
    fetchFn: fetch,
    minuteOfDay: () => 720,
    timeOfDay: () => 1_800_000_000_000,
    log: silentLogger,
  })
  await until(() => expect(stub.streams.at(-1)?.subscribed).toEqual([path]))
  return generator
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
