import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CommissioningReport } from '@shipminer/contract/power/commissioning'
import type { FollowedDevice } from '@shipminer/domain/generator/devices/followed-device'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { GeneratorWiringSchema } from '../../generator/generator-settings.ts'
import { type Generator, openGenerator } from '../../generator/open-generator.ts'
import { openGeneratorStore } from '../../generator/stores/generator-store.ts'
import { silentLogger } from '../../platform/logger.ts'
import { createCommissioning } from './commissioning.ts'

let directory: string
let generator: Generator | null = null
let stops: (() => void)[]
let finished: CommissioningReport[]
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'commissioning-'))
  stops = []
  finished = []
})
afterEach(async () => {
  for (const stop of stops) stop()
  await generator?.stop()
  generator = null
  await rm(directory, { recursive: true, force: true })
})

const device: FollowedDevice = {
  id: 'm1',
  mode: 'asleep',
  isHashing: false,
  measuredPowerWatts: 0,
  ratedPowerWatts: 5_000,
  observedAt: 0,
  isReachable: true,
  curtailment: { sleepMs: 20_000, lower: null, startMs: 60_000 },
  revenuePerKwh: 1,
  isWanted: true,
}

/** A box whose meter never answers: nothing listens there. */
async function open(over: { host?: string; checkedElsewhere?: string } = {}) {
  const { host = '127.0.0.1', checkedElsewhere } = over
  const meter = { kind: 'modbus-tcp', host, port: 1, preset: 'eastron-sdm630', mostKw: 200 }
  const wiring = GeneratorWiringSchema.parse({ meter, ...(checkedElsewhere ? { checkedElsewhere } : {}) })
  const actor = { devices: () => [device], act: async () => 'unconfirmed' as const }
  const clock = { now: () => 1_700_000_000_000 + performance.now(), monotonic: () => performance.now() }
  generator = await openGenerator({
    directory,
    crew: { ...wiring, limits: { capacityKw: 100, limitPercent: 85, reserveKw: 10 } },
    actor,
    clock,
    random: () => 0.5,
    fetchFn: fetch,
    minuteOfDay: () => 0,
    timeOfDay: () => 1_700_000_000_000,
    log: silentLogger,
  })
  const check = createCommissioning({
    generator,
    actor,
    firmwareOf: () => 'antminer',
    controllerId: 'ship-7',
    version: '1.0.0',
    hasContactor: false,
    clock,
    onChanged: () => {},
    onFinished: (report) => finished.push(report),
    log: silentLogger,
  })
  stops.push(check.stop)
  return check
}
const steps = ['meter', 'panel', 'miner', 'stops', 'contactor', 'cable'] as const
const reserve = () => generator?.follower.status().settings?.reserveKw

test('a new box keeps a cautious reserve until every step is passed or left out, over restarts', async () => {
  let check = await open()
  expect(check.report()).toMatchObject({ position: 'open', reserveKw: 30 })
  for (const step of steps) await check.act({ kind: 'skip', step, reason: 'no miner on board yet' })
  await generator?.stop()
  check = await open()
  expect(check.report()).toMatchObject({ position: 'open', results: { meter: { outcome: 'skipped' } } })
  expect(reserve()).toBe(30)
  await check.act({ kind: 'enter', stepKw: 35 })
  expect(reserve()).toBe(10)
  expect(check.report()).toMatchObject({ position: 'done', largestStepKw: 35, reserveKw: 10 })
  expect(check.report().finishedAt).not.toBeNull()
  await generator?.stop()
  expect((await open()).report().position).toBe('done')
  await generator?.stop()
  // Another meter was never compared with anything.
  expect((await open({ host: '127.0.0.2' })).report()).toMatchObject({ position: 'open', results: {} })
  expect(reserve()).toBe(30)
})
test('each end of the check is a report of its own, with the settings of that moment', async () => {
  let check = await open()
  for (const step of steps) await check.act({ kind: 'skip', step, reason: 'no miner on board yet' })
  expect(finished).toEqual([])
  await check.act({ kind: 'enter', stepKw: 35 })
  expect(finished).toMatchObject([{ position: 'done', reserveKw: 10, largestStepKw: 35 }])
  await generator?.stop()
  check = await open()
  // Nothing new after a restart, and what is sent again is the same.
  await check.keepFinished()
  expect(generator?.commissioning.report()).toEqual(finished[0])
  expect(finished).toHaveLength(1)
  await check.act({ kind: 'enter', stepKw: 20 })
  expect(finished).toHaveLength(2)
  expect(finished[1]).toMatchObject({ results: { 'largest-step': { figures: { stepKw: 20 } } } })
  expect(finished[1]?.finishedAt).toBeGreaterThan(finished[0]?.finishedAt ?? 0)
})
test('one that followed before there was this check goes on as it did, and says so', async () => {
  const store = await openGeneratorStore(join(directory, 'generator.json'), silentLogger)
  const meter = { kind: 'modbus-tcp', host: '127.0.0.1', port: 1, preset: 'eastron-sdm630', mostKw: 200 }
  await store.change({ wiring: GeneratorWiringSchema.parse({ meter }), onBoard: { capacityKw: 100 } })
  expect((await open()).report()).toMatchObject({ position: 'earlier', reserveKw: 10 })
  await generator?.stop()
  expect((await open({ host: '127.0.0.2' })).report()).toMatchObject({ position: 'open', reserveKw: 30 })
  await generator?.stop()
})
test('one that had settings from shore before, and no meter, is checked when it gets one', async () => {
  const store = await openGeneratorStore(join(directory, 'generator.json'), silentLogger)
  await store.change({ wiring: GeneratorWiringSchema.parse({}), onBoard: { capacityKw: 100 } })
  expect((await open()).report()).toMatchObject({ position: 'open', reserveKw: 30 })
})
test('one that was checked in another way says by whom', async () => {
  const check = await open({ checkedElsewhere: 'Yard protocol 12' })
  expect(check.report()).toMatchObject({
    position: 'elsewhere',
    checkedElsewhere: 'Yard protocol 12',
    reserveKw: 10,
  })
})
test('a step that is under way makes the follower try it, and is given up by a person', async () => {
  const check = await open()
  await check.act({ kind: 'begin', step: 'miner' })
  expect(check.status()).toMatchObject({ canBegin: true, active: { step: 'miner' } })
  // The meter never answers: the load without miners is not known, and the step waits for it.
  await vi.waitFor(() => expect(check.status().active?.phase).toBe('base'), { timeout: 60_000 })
  await check.act({ kind: 'done' })
  expect(check.status()).toMatchObject({
    active: null,
    report: { results: { miner: { failure: 'ended-by-person' } } },
  })
})
