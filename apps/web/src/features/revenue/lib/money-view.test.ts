import { expect, test } from 'vitest'
import { amountOf, commonBasis, countSolo } from './money-view.ts'

const shares = { sat: 100, cents: 6, basis: 'shares' } as const
const hashrate = { sat: 0, cents: null, basis: 'hashrate' } as const

test.each([
  ['nothing known', null, null],
  ['with a price', shares, { kind: 'euro', cents: 6, sat: 100 }],
  ['without a price', hashrate, { kind: 'sat', sat: 0 }],
  ['zero euro is known', { ...shares, cents: 0 }, { kind: 'euro', cents: 0, sat: 100 }],
] as const)('%s', (_name, earnings, expected) => {
  expect(amountOf(earnings)).toEqual(expected)
})

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
