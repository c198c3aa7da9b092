import { expect, test } from 'vitest'
import { capacityOfSets } from './parallel-sets.ts'

test.each([
  [true, true, 180],
  [true, false, 100],
  [false, true, 80],
  // Not known is as good as not there.
  [true, null, 100],
  [null, true, 80],
  // Something feeds the ship: at least the smallest.
  [null, null, 80],
  [false, false, 80],
])('sets of 100 and 80 kW that run (%s, %s) give %i kW', (first, second, kw) =>
  expect(
    capacityOfSets([
      { name: 'SB', capacityKw: 100, isRunning: first },
      { name: 'BB', capacityKw: 80, isRunning: second },
    ]),
  ).toBe(kw),
)
