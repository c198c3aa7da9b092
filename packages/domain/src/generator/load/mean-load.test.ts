import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addToMean, type MeanLoad, meanShare, shareWithin } from './mean-load.ts'

const hourMs = 3_600_000
const run = (mean: MeanLoad, share: number, hours: number): MeanLoad => {
  let now = mean
  for (let minute = 0; minute < hours * 60; minute++) now = addToMean(now, share, 60_000)
  return now
}

describe('the mean over 24 running hours', () => {
  test('is unknown at first, and then what was carried', () => {
    expect(meanShare([])).toBeNull()
    expect(meanShare(run(run([], 0.8, 6), 0.6, 6))).toBeCloseTo(0.7, 5)
  })
  test('counts little as 30 %, and standstill not at all', () => {
    expect(meanShare(run([], 0.1, 24))).toBeCloseTo(0.3, 5)
    const busy = run([], 0.8, 24)
    expect(run(busy, 0, 12)).toBe(busy)
  })
  test('forgets what is more than a day of running ago, and keeps no more of it', () => {
    const mean = run(run([], 0.9, 24), 0.4, 24)
    expect(meanShare(mean)).toBeCloseTo(0.4, 5)
    expect(mean.length).toBeLessThanOrEqual(48)
  })
})

describe('what the set may carry', () => {
  test('is the limit on a fresh set, and more after hours below it', () => {
    expect(shareWithin([], 0.7)).toBe(0.7)
    expect(shareWithin(run([], 0.4, 4), 0.7)).toBeCloseTo(1, 5)
    expect(shareWithin(run([], 0.7, 24), 0.7)).toBeCloseTo(0.7, 5)
    expect(shareWithin(run([], 0.72, 24), 0.7)).toBeCloseTo(0.58, 5)
    expect(shareWithin(run([], 1, 24), 0.7)).toBe(0)
  })
  test('keeps the mean at the limit, whatever is asked for', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0.1, max: 1, noNaN: true }), { minLength: 1 }), (wishes) => {
        let mean: MeanLoad = []
        for (let step = 0; step < 60 * 12; step++) {
          const wish = wishes[step % wishes.length] ?? 1
          mean = addToMean(mean, Math.min(wish, shareWithin(mean, 0.7)), 5 * 60_000)
          // Only whole days count, and the oldest half hour is forgotten at once.
          if (step > (60 * 24) / 5) expect(meanShare(mean) ?? 1).toBeLessThanOrEqual(0.71)
        }
        expect(mean.every(({ ms }) => ms > 0 && ms <= hourMs)).toBe(true)
      }),
      { numRuns: 20 },
    )
  })
})
