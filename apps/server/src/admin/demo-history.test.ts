import { expect, test } from 'vitest'
import { demoBatches, demoPayments } from './demo-history.ts'

const endAt = Date.UTC(2026, 10, 22, 13, 30)
const miner = (deviceKey: string) => ({ deviceKey, expectedGhs: 257_000, ratedWatts: 5_400, isSolo: false })
const miners = ['a', 'b', 'c', 'd'].map(miner)

test('the past ends where the present begins, every step once, and sums close', () => {
  const batches = demoBatches(miners, endAt, 1_000)
  expect(batches.map(({ seq }) => seq)).toEqual(batches.map((_, index) => 1_000 + index))
  const environment = batches.flatMap((batch) => batch.environment ?? [])
  const times = environment.map(({ at }) => at)
  expect(new Set(times).size).toBe(times.length)
  expect(Math.max(...times)).toBeLessThanOrEqual(endAt)
  expect(Math.min(...times)).toBeLessThan(endAt - 385 * 86_400_000)
  for (const { generatorLoadWatts, shipLoadWatts, miningLoadWatts, capacityWatts } of environment) {
    expect(generatorLoadWatts).toBe((shipLoadWatts ?? 0) + (miningLoadWatts ?? 0))
    expect(generatorLoadWatts).toBeLessThan(capacityWatts ?? 0)
  }
})

test('miners give way five times in the last day, come back, and there is a time without a reading', () => {
  const batches = demoBatches(miners, endAt, 1)
  const events = batches.flatMap(({ powerEvents }) => powerEvents ?? [])
  expect(events.filter(({ kind }) => kind === 'curtailed')).toHaveLength(15)
  expect(events.filter(({ kind }) => kind === 'restored')).toHaveLength(15)
  const times = batches.flatMap(({ environment }) => environment ?? []).map(({ at }) => at)
  const recent = times.filter((at) => at > endAt - 24 * 3_600_000)
  expect(Math.max(...recent.map((at, index) => at - (recent[index - 1] ?? at)))).toBeGreaterThan(30 * 60_000)
})

test('what was paid out is the owner’s share of what was received, and some of it is still to come', () => {
  const { receipts, payouts } = demoPayments(40_000, endAt)
  const received = receipts.reduce((sum, { amountSat }) => sum + Math.floor((amountSat * 3) / 4), 0)
  const paid = payouts.reduce((sum, { amountSat }) => sum + amountSat, 0)
  expect(payouts.length).toBeGreaterThan(50)
  expect(received - paid).toBeGreaterThan(0)
  expect(received - paid).toBeLessThan(40_000 * 8)
  expect(payouts.every(({ at }) => new Date(at).getUTCDay() === 1)).toBe(true)
})
