import { describe, expect, test } from 'vitest'
import { freshMemo } from '../device-control.ts'
import { emptyReading } from '../reading.ts'
import { checkResting, hasRestarted, isHashing, isThrottledTo } from './judge.ts'

const before = {
  at: 1_000_000,
  hashrateGhs: 100_000,
  expectedHashrateGhs: 105_000,
  powerWatts: 3_200,
  uptimeSeconds: 600,
}

describe('rest', () => {
  test.each([
    [1_599, 0, true],
    [1_600, 0, false],
    // Power shows it, even while the rate lags behind.
    [60, 90_000, true],
    // A rate of 0 at full power is a fault, not sleep.
    [3_200, 0, false],
  ])('at %d W and %d GH/s of 3200 W: %s', (powerWatts, hashrateGhs, done) => {
    const reading = { ...emptyReading('idle'), powerWatts, hashrateGhs }
    expect(checkResting(before, reading, freshMemo).done).toBe(done)
  })

  test('without a measured power two looks in a row at a rate of 0 are needed', () => {
    const still = { ...emptyReading('idle'), hashrateGhs: 0 }
    const baseline = { ...before, powerWatts: null }
    const first = checkResting(baseline, still, freshMemo)
    expect(first.done).toBe(false)
    expect(checkResting(baseline, still, first.memo).done).toBe(true)
    const busy = checkResting(baseline, { ...still, hashrateGhs: 5 }, first.memo)
    expect(checkResting(baseline, still, busy.memo).done).toBe(false)
    // Unknown is not 0.
    expect(checkResting(baseline, { ...still, hashrateGhs: null }, first.memo)).toMatchObject({
      done: false,
      memo: { quietLooks: 0 },
    })
  })

  test('a unit that hashed nothing before cannot show it by its power', () => {
    const idle = { ...before, hashrateGhs: 0, powerWatts: 40 }
    const ramping = { ...before, hashrateGhs: 900, powerWatts: 60 }
    const low = { ...emptyReading('sleeping'), hashrateGhs: 0, powerWatts: 42 }
    expect(checkResting(ramping, low, checkResting(ramping, low, freshMemo).memo).done).toBe(true)
    const asleep = { ...emptyReading('sleeping'), hashrateGhs: 0, powerWatts: 40 }
    expect(checkResting(idle, asleep, checkResting(idle, asleep, freshMemo).memo).done).toBe(true)
  })

  test('a unit that hashed nothing before has to say that it sleeps, or to draw less', () => {
    const idle = { ...before, hashrateGhs: 0, powerWatts: 400 }
    const still = { ...emptyReading('idle'), hashrateGhs: 0, powerWatts: 390 }
    let { memo } = checkResting(idle, still, freshMemo)
    for (let looks = 0; looks < 10; looks += 1) {
      const judged = checkResting(idle, still, memo)
      expect(judged.done).toBe(false)
      memo = judged.memo
    }
    expect(checkResting(idle, { ...still, powerWatts: 60 }, memo).done).toBe(true)
    const silent = { ...still, powerWatts: null }
    expect(checkResting({ ...idle, powerWatts: null }, silent, { ...memo, quietLooks: 9 }).done).toBe(false)
  })
})

test.each([
  ['mining', 1, true],
  ['mining', 0, false],
  ['starting', 0, false],
  ['mining', null, false],
] as const)('%s at %s GH/s hashes: %s', (state, hashrateGhs, expected) => {
  expect(isHashing({ ...emptyReading(state), hashrateGhs })).toBe(expected)
})

test.each([
  [600, 605, 5_000, false],
  [600, 3, 5_000, true],
  [5, 5, 5_000, true],
  [null, 3, 5_000, true],
  [null, 300, 5_000, false],
  [600, null, 5_000, false],
])('up %s s before and %s s after %d ms is a restart: %s', (was, is, laterMs, expected) => {
  const reading = { ...emptyReading('mining'), uptimeSeconds: is }
  expect(hasRestarted({ ...before, uptimeSeconds: was }, reading, before.at + laterMs)).toBe(expected)
})

describe('throttled', () => {
  const is = (percent: number, watts: number, beforeWatts: number | null) =>
    isThrottledTo(percent, { limitWatts: 3_400, watts, before: { ...before, powerWatts: beforeWatts } })

  test('is within 15 % of the limit around the share of it', () => {
    expect(is(50, 1_700, null)).toBe(true)
    expect(is(50, 2_300, null)).toBe(false)
    expect(is(100, 3_000, null)).toBe(true)
  })
  test('is with a dead board the share of what it took before, down and up', () => {
    expect(is(50, 2_280, 2_280)).toBe(false)
    expect(is(50, 1_140, 2_280)).toBe(true)
    expect(is(100, 1_140, 1_140)).toBe(false)
    expect(is(100, 2_280, 1_140)).toBe(true)
  })
})
