import { expect, test } from 'vitest'
import { shortRateGhs } from './hashrate.ts'

test.each([
  // A lucky second of a machine of 220 TH/s.
  [{ 'MHS 5s': 368_000_000, 'MHS 1m': 220_000_000 }, 220_000],
  [{ 'MHS 5s': 240_000_000, 'MHS 1m': 220_000_000 }, 240_000],
  // It has just stopped, or just begun.
  [{ 'MHS 5s': 0, 'MHS 1m': 220_000_000 }, 0],
  [{ 'MHS 5s': 220_000_000, 'MHS 1m': 0 }, 220_000],
  [{ 'GHS 5s': '368000', 'GHS 1m': '' }, 368_000],
])('%j is %d GH/s', (row, rate) => expect(shortRateGhs(row)).toBe(rate))

test('a row that was cut gives no rate by a longer window alone, and the same rate as the whole row by both', () => {
  expect(shortRateGhs({ 'MHS 1m': 220_000_000 }, false)).toBeNull()
  expect(shortRateGhs({ 'MHS 1m': 220_000_000, 'MHS 5s': 368_000_000 }, false)).toBe(220_000)
})
