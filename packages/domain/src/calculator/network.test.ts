import { describe, expect, test } from 'vitest'
import { blocksPerDay, soloOdds, subsidySat } from './network.ts'

test.each([
  [209_999, 5_000_000_000],
  [210_000, 2_500_000_000],
  [840_000, 312_500_000],
  [1_049_999, 312_500_000],
  [1_050_000, 156_250_000],
  [6_929_999, 1],
  [6_930_000, 0],
  [64 * 210_000, 0],
])('subsidy at %d is %d sat', (height, sat) => expect(subsidySat(height)).toBe(sat))

test('100e12: 2.0116567612e-7 blocks per TH and day', () =>
  expect(blocksPerDay(1000, 100e12)).toBeCloseTo(2.0116567612e-7, 16))

describe('soloOdds, 2.4 TH/s at 150e12', () => {
  test('one year', () => expect(soloOdds(2400, 150e12, 365.25).probability).toBeCloseTo(0.00011755, 7))
  test('mean wait in years', () =>
    expect((soloOdds(2400, 150e12, 1).meanDays ?? 0) / 365.25).toBeCloseTo(8506, 0))
  test('no hash rate never finds one', () =>
    expect(soloOdds(0, 150e12, 365)).toEqual({ probability: 0, meanDays: null }))
})
