import { expect, test } from 'vitest'
import { parseFeeRate } from './fee-rate.ts'

test.each([
  ['1', 1_000],
  ['2,5', 2_500],
  ['2.125', 2_125],
  ['1000', 1_000_000],
  ['0,9', null],
  ['1001', null],
  ['2,1255', null],
  ['-3', null],
  ['', null],
  ['vijf', null],
])('%s is %s', (text, milliSat) => {
  expect(parseFeeRate(text)).toBe(milliSat)
})
