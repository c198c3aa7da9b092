import { expect, test } from 'vitest'
import { commonBasis, countSolo } from './money-view.ts'

const shares = { sat: 100, cents: 6, basis: 'shares' } as const
const hashrate = { sat: 0, cents: null, basis: 'hashrate' } as const

test.each([
  [[], null],
  [[null, null], null],
  [[shares, null], 'shares'],
  [[shares, shares], 'shares'],
  [[shares, hashrate], 'mixed'],
  [[{ ...shares, basis: 'mixed' as const }, null], 'mixed'],
])('%j rests on %s', (estimates, expected) => {
  expect(commonBasis(estimates)).toBe(expected)
})

test('who mines alone', () => {
  expect(countSolo([{ solo: true }, { solo: null }, { solo: false }, { solo: true }])).toBe(2)
})
