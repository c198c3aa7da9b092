import { expect, test } from 'vitest'
import { longestUnusedRow } from './address-gap.ts'

test.each([
  [0, [], 0],
  [1, [], 1],
  [20, [], 20],
  [10, [0, 4], 5],
  [30, [25], 25],
  [3, [0, 1, 2], 0],
  [5, [4], 4],
] as const)('of %i with money at %j the longest row is %i', (given, used, row) =>
  expect(longestUnusedRow(given, used)).toBe(row),
)
