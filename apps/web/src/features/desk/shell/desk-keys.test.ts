import { expect, test } from 'vitest'
import { stepFrom } from './desk-keys.ts'

test.each([
  [-1, 1, 3, 0],
  [-1, -1, 3, 2],
  [0, 1, 3, 1],
  [2, 1, 3, 2],
  [0, -1, 3, 0],
  [0, 1, 0, -1],
] as const)('from row %i by %i of %i to %i', (at, by, count, next) => {
  expect(stepFrom(at, by, count)).toBe(next)
})
