import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { satPerDifficulty } from '../calculator/earnings.ts'
import { expectedRevenue, type RewardedWork, wholeUnits } from './expected-revenue.ts'

const work = (
  milli: bigint,
  gh: bigint,
  difficulty: number,
  reward: bigint,
  feeBasisPoints = 0,
): RewardedWork => ({
  milliReward: milli * reward,
  ghReward: gh * reward,
  difficulty,
  feeBasisPoints,
})

describe('expectedRevenue', () => {
  test('as much difficulty as the network has is one block', () =>
    expect(wholeUnits(expectedRevenue([work(150_000_000_000_000_000n, 0n, 150e12, 312_500_000n)]))).toBe(
      312_500_000,
    ))
  test('the reference figure: 1 TH/s for a day at 100e12 is 62.86427 sat', () => {
    const { numerator, denominator } = expectedRevenue([work(0n, 86_400_000n, 100e12, 312_500_000n)])
    expect(Number((numerator * 100_000n) / denominator)).toBe(6_286_427)
  })
  test('a fee is taken off exactly, and nothing of what makes a whole is lost in parts', () => {
    expect(wholeUnits(expectedRevenue([work(1_000n, 0n, 1, 10_000n, 200)]))).toBe(9_800)
    const third = work(1_000n, 0n, 3, 1n)
    expect(wholeUnits(expectedRevenue([third, third, third]))).toBe(1)
  })
  test('no work, and work under no difficulty, are nothing', () => {
    expect(wholeUnits(expectedRevenue([]))).toBe(0)
    expect(wholeUnits(expectedRevenue([work(1_000n, 1n, 0, 1n), work(1_000n, 1n, Number.NaN, 1n)]))).toBe(0)
  })
  test('agrees with the floating computation of live values to one unit in a billion', () => {
    fc.assert(
      fc.property(
        fc.bigInt(0n, 10n ** 13n),
        fc.double({ min: 0.5, max: 1e16, noNaN: true }),
        fc.integer({ min: 0, max: 500_000_000 }),
        fc.integer({ min: 0, max: 10_000 }),
        (milli, difficulty, feesSatPerBlock, fee) => {
          const reward = 312_500_000 + feesSatPerBlock
          const exact = wholeUnits(expectedRevenue([work(milli, 0n, difficulty, BigInt(reward), fee)]))
          const worth = satPerDifficulty({ difficulty, subsidySat: 312_500_000, feesSatPerBlock }, fee) ?? 0
          const floating = Math.floor((Number(milli) / 1000) * worth)
          expect(Math.abs(exact - floating)).toBeLessThanOrEqual(1 + exact * 1e-9)
        },
      ),
    )
  })
})
