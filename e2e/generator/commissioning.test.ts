import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { CommissioningReportSchema } from '@shipminer/contract/power/commissioning'
import { commissioningSteps } from '@shipminer/domain/generator/commissioning/commissioning'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCommissioning } from '../../apps/controller/src/acting/commissioning/commissioning.ts'
import type { Generator } from '../../apps/controller/src/generator/open-generator.ts'
import { silentLogger } from '../../apps/controller/src/platform/logger.ts'
import { type StatusServer, startStatusServer } from '../../apps/controller/src/status-page/status-server.ts'
import {
  type FittedMeter,
  type FollowedShip,
  fitMeter,
  ratedPowerWatts,
  relayOf,
  startFollowedShip,
} from '../support/ship/followed-ship.ts'

/**
 * The whole check at commissioning by command, as the one who installs the box does it: an SDM630 on a Modbus server that is none of ours, six
 * miners of two firmwares, and a relay that takes their power away. Miners and the box's clock live four times as fast; meter and relay do not.
 */
const pace = 4
const clock = { now: Date.now, monotonic: () => performance.now() * pace }
const command = fileURLToPath(new URL('../../apps/controller/src/commission.ts', import.meta.url))
const run = promisify(execFile)

/** The second half of the fleet takes its time to stop, ms of a clock on the wall. */
const slowStopMs = 1_500
const isSlow = (id: string) => id > 'hydro-03'

let ours: FollowedShip
let meter: FittedMeter
let generator: Generator
let check: ReturnType<typeof createCommissioning>
let page: StatusServer
/** How often the check has looked at the load. */
let looks: number
let finished: unknown[]

beforeEach(async () => {
  looks = 0
  finished = []
  ours = await startFollowedShip(
    { baseKw: 20 },
    { pace, stopsAfterMs: (id) => (isSlow(id) ? slowStopMs : 0) },
  )
  meter = await fitMeter(ours.panel)
  generator = await ours.open(
    {
      meter: {
        ...{ kind: 'modbus-tcp', host: '127.0.0.1', port: meter.port, preset: 'eastron-sdm630' },
        mostKw: 200,
      },
      heartbeat: relayOf(ours.panel),
    },
    { capacityKw: 100, limitPercent: 85, reserveKw: 10, staleAfterMs: 10_000, holdMs: 30_000 },
    clock,
  )
  check = createCommissioning({
    generator: {
      ...generator,
      latest() {
        looks += 1
        return generator.latest()
      },
    },
    actor: ours.actor,
    firmwareOf: (id) => (isSlow(id) ? 'antminer' : 'vnish'),
    controllerId: 'ms-aurora',
    version: '1.0.0',
    hasContactor: true,
    clock,
    onChanged: () => {},
    onFinished: (report) => finished.push(report),
    log: silentLogger,
  })
  const notHere = () => {
    throw new Error('not in this check')
  }
  page = await startStatusServer({
    ...{ host: '127.0.0.1', port: 0, ownNames: [] },
    status: notHere,
    setMasterStop: async () => notHere(),
    answerPanel: generator.answerPanel,
    crew: notHere,
    acknowledge: notHere,
    commission: check.status,
    actOnCommission: check.act,
    meter: notHere,
    actOnMeter: notHere,
  })
})
afterEach(async () => {
  check.stop()
  await page.close()
  await ours.close()
  await meter.close()
})

const commission = async (...args: string[]) =>
  (await run(process.execPath, [command, ...args, '--port', String(page.port)])).stdout
const until = (look: () => void | Promise<void>) => vi.waitFor(look, { timeout: 240_000, interval: 50 })
const resultOf = (step: (typeof commissioningSteps)[number]) => check.report().results[step]
const reserveKw = () => generator.follower.status().settings?.reserveKw
/** The check has seen the load that the meter shows now. */
async function seen(kw: number): Promise<void> {
  await until(() => expect(generator.latest()?.loadKw).toBeCloseTo(kw, 0))
  const before = looks
  await until(() => expect(looks).toBeGreaterThan(before + 1))
}

test('all seven steps, by command: a cautious limit until then, and a report with what was measured', async () => {
  await until(() => expect(ours.panel.panel.isContactorClosed()).toBe(true))
  expect([reserveKw(), generator.isCautious()]).toEqual([30, true])

  expect(await commission('begin', 'meter')).toMatch(/^meter +passed readsKw \d/m)

  // The crew's word is asked for, and counts.
  await commission('begin', 'panel')
  expect(await commission('panel', 'yes')).toMatch(/^panel +(passed|under way)/m)
  await until(() => expect(resultOf('panel')?.outcome).toBe('passed'))

  // One miner alone: the meter moves by what it takes.
  await commission('begin', 'miner')
  expect(resultOf('miner')).toMatchObject({ outcome: 'passed', failure: null })
  const { minerKw, movedKw } = resultOf('miner')?.figures ?? {}
  expect(minerKw).toBeGreaterThan((0.8 * ratedPowerWatts) / 1_000)
  expect(movedKw).toBeCloseTo(minerKw ?? 0, 0)

  // One of each firmware, and what each takes to stop.
  await commission('begin', 'stops')
  const stops = resultOf('stops')?.figures.stops ?? []
  expect(resultOf('stops')?.outcome).toBe('passed')
  expect(stops.map(({ firmware, devices }) => [firmware, devices]).toSorted()).toEqual([
    ['antminer', 1],
    ['vnish', 1],
  ])
  const slow = stops.find(({ firmware }) => firmware === 'antminer')
  const quick = stops.find(({ firmware }) => firmware === 'vnish')
  // Timers may be a hair early.
  expect(slow?.tookMs).toBeGreaterThan(slowStopMs * pace * 0.9)
  expect(slow?.tookMs).toBeGreaterThanOrEqual(quick?.tookMs ?? Infinity)

  // The bow thruster, while nobody mines.
  const watching = commission('begin', 'largest-step')
  await until(() => expect(check.status().active?.phase).toBe('watch'))
  await seen(20)
  ours.panel.shipLoad.set(52)
  await seen(52)
  ours.panel.shipLoad.set(20)
  await seen(20)
  await commission('done')
  await watching
  expect(resultOf('largest-step')).toMatchObject({ outcome: 'passed', figures: { isMeasured: true } })
  expect(resultOf('largest-step')?.figures.stepKw).toBeCloseTo(32, 0)

  // The pulse ends, the relay drops, and the meter shows that the miner has no power.
  await commission('begin', 'contactor')
  expect(resultOf('contactor')).toMatchObject({ outcome: 'passed', failure: null })
  expect(resultOf('contactor')?.figures.tookMs).toBeGreaterThan(0)
  await until(() => expect(ours.panel.panel.isContactorClosed()).toBe(true))

  // The meter's cable is pulled, and put back.
  expect([check.report().position, reserveKw(), finished]).toEqual(['open', 30, []])
  const cutting = commission('begin', 'cable')
  await until(() => expect(check.status().active?.step).toBe('cable'))
  await meter.cut()
  await until(() => expect(check.status().active?.phase).toBe('back'))
  expect(generator.follower.status().explanation?.offReason).toBe('load-unknown')
  await meter.back()
  await cutting
  expect(resultOf('cable')).toMatchObject({ outcome: 'passed', failure: null })
  expect(resultOf('cable')?.figures.tookMs).toBeGreaterThanOrEqual(10_000)

  // Now the set reserve counts, with the step that was seen; what it asks for stands in the report.
  await until(() => expect(finished).toHaveLength(1))
  expect([reserveKw(), generator.isCautious()]).toEqual([10, false])
  const report = CommissioningReportSchema.parse(JSON.parse(await commission('report')))
  expect(finished).toEqual([report])
  expect(report).toMatchObject({
    position: 'done',
    controllerId: 'ms-aurora',
    capacityKw: 100,
    reserveKw: 10,
  })
  expect(report.largestStepKw).toBeCloseTo(32, 0)
  expect(report.requiredReserveKw).toBeGreaterThan(10)
  expect(commissioningSteps.map((step) => report.results[step]?.outcome)).toEqual(
    commissioningSteps.map(() => 'passed'),
  )
}, 600_000)
