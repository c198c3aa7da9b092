import { describe, expect, test } from 'vitest'
import { estimateEarnings, satToCents } from './earnings.ts'

const day = { difficulty: 150e12, subsidySat: 312_500_000, feesSatPerBlock: 2_000_000 }

describe('estimateEarnings', () => {
  test('1419 TH/s for a day as shares: 59,850 sat, gross (0.00052788 BTC at 90 % uptime and 2 % fee)', () => {
    const difficultyMilli = Math.round(((1.419e15 * 86_400) / 2 ** 32) * 1000)
    expect(estimateEarnings({ acceptedDifficultyMilli: difficultyMilli, hashesGh: null }, day, 0)).toEqual({
      sat: 59_850,
      basis: 'shares',
    })
  })
  test('the same work as hash rate gives the same', () => {
    expect(estimateEarnings({ acceptedDifficultyMilli: null, hashesGh: 1_419_000 * 86_400 }, day, 0)).toEqual(
      { sat: 59_850, basis: 'hashrate' },
    )
  })
  test('the pool keeps its fee', () => {
    expect(
      estimateEarnings({ acceptedDifficultyMilli: null, hashesGh: 1_419_000 * 86_400 }, day, 200)?.sat,
    ).toBe(58_653)
  })
  test('no share accepted is 0, which is known', () => {
    expect(estimateEarnings({ acceptedDifficultyMilli: 0, hashesGh: 5 }, day, 0)).toEqual({
      sat: 0,
      basis: 'shares',
    })
  })
  test('nothing known is null', () =>
    expect(estimateEarnings({ acceptedDifficultyMilli: null, hashesGh: null }, day, 0)).toBeNull())
  test('no network difficulty is null', () => {
    expect(
      estimateEarnings({ acceptedDifficultyMilli: 1, hashesGh: 1 }, { ...day, difficulty: 0 }, 0),
    ).toBeNull()
  })
})

test('satToCents', () => {
  expect(satToCents(100_000_000, 6_500_000)).toBe(6_500_000)
  expect(satToCents(1, null)).toBeNull()
})
