import { expect, test } from 'vitest'
import { difficultyOfHashes, satPerDifficulty, satToCents } from './earnings.ts'

const day = { difficulty: 150e12, subsidySat: 312_500_000, feesSatPerBlock: 2_000_000 }

const dayOfHashesGh = 1_419_000 * 86_400

test('1419 TH/s for a day: 59,850 sat, gross (0.00052788 BTC at 90 % uptime and 2 % fee)', () => {
  const worth = satPerDifficulty(day, 0) ?? 0
  expect(Math.floor(difficultyOfHashes(dayOfHashesGh) * worth)).toBe(59_850)
})

test('the pool keeps its fee', () => {
  const worth = satPerDifficulty(day, 200) ?? 0
  expect(Math.floor(difficultyOfHashes(dayOfHashesGh) * worth)).toBe(58_653)
})

test('no network difficulty: a share has no known worth', () =>
  expect(satPerDifficulty({ ...day, difficulty: 0 }, 0)).toBeNull())

test('satToCents', () => {
  expect(satToCents(100_000_000, 6_500_000)).toBe(6_500_000)
  expect(satToCents(1, null)).toBeNull()
})
