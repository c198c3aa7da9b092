import { expect, test } from 'vitest'
import { oneIn, roundTo } from './odds-view.ts'

test.each([
  [0, null],
  [Number.NaN, null],
  [-0.1, null],
  [1.1, null],
  [1, 1],
  [0.5, 2],
  [1 / 1_234_567, 1_230_000],
  [5e-324, null],
])('a chance of %d is 1 in %s', (probability, n) => {
  expect(oneIn(probability)).toBe(n)
})

test.each([
  [0, 0],
  [1234.5, 1230],
  [7.6, 8],
])('%d rounds to %d', (value, rounded) => {
  expect(roundTo(value, 3)).toBe(rounded)
})
