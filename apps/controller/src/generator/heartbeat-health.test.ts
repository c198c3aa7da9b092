import type { Explanation } from '@shipminer/domain/generator/explanation'
import { expect, test } from 'vitest'
import { type HeartbeatStop, heartbeatHealth, newHeartbeatMemory } from './heartbeat-health.ts'

const well: Explanation = {
  activity: 'steady',
  offReason: null,
  limitKw: 85,
  generatorLoadKw: 60,
  shipLoadKw: 40,
  miningKw: 20,
  allowedKw: 35,
  headroomKw: 15,
  overKw: 0,
  fleetKw: 20,
  curtailedKw: 0,
  curtailedRevenuePerKwh: null,
  loadAgeMs: 100,
  requiredReserveKw: 0,
  warnings: [],
}
const over: Explanation = { ...well, activity: 'shedding', generatorLoadKw: 90 }
const off = (offReason: Explanation['offReason']): Explanation => ({ ...well, activity: 'off', offReason })

/** Second by second: what stands at each, from explanations that last so long. */
function run(...parts: (readonly [number, Explanation | null])[]): (HeartbeatStop | null)[] {
  let memory = newHeartbeatMemory
  let now = 0
  return parts.flatMap(([seconds, explanation]) =>
    Array.from({ length: seconds }, () => {
      now += 1_000
      const health = heartbeatHealth(memory, { explanation, slowestMs: 20_000, holdMs: 60_000, now })
      memory = health.memory
      return health.stop
    }),
  )
}

test('beats while all is well, and while the law is at work', () => {
  expect(new Set(run([100, well]))).toEqual(new Set([null]))
  expect(new Set(run([10, well], [23, over], [100, well]))).toEqual(new Set([null]))
})
test('stands still at once without a load, and goes on with one', () => {
  expect(run([1, off('load-unknown')], [1, well])).toEqual(['load-unknown', null])
  expect(run([1, { ...well, activity: 'waiting' }])).toEqual(['load-unknown'])
})
test('stands still when nothing is set up', () => expect(run([1, null])).toEqual(['not-set-up']))
test('takes the power away when the load stays above the limit, until it was within for the hold time', () => {
  const stops = run([24, over], [60, well], [1, well])
  expect(stops.slice(0, 23)).toEqual(Array(23).fill(null))
  expect(stops.slice(23, 83)).toEqual(Array(60).fill('overload-stuck'))
  expect(stops[83]).toBeNull()
})
test('an overload that comes back while it stands still makes it longer', () => {
  const stops = run([24, over], [50, well], [5, over], [60, well])
  expect(stops.slice(23, -1)).not.toContain(null)
  expect(stops.at(-1)).toBeNull()
})
test.each([
  'master-stop',
  'ship-needs-power',
  'shore-power',
  'battery',
  'quiet-hours',
  'meter-contradicted',
] as const)('%s: miners have their time to sleep, then the power goes', (reason) => {
  const stops = run([24, off(reason)], [1, well])
  expect(stops.slice(0, 23)).toEqual(Array(23).fill(null))
  expect(stops.slice(23)).toEqual(['ordered-off', null])
})
