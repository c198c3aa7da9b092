import { expect, test } from 'vitest'
import { estimateRetarget } from './retarget.ts'

const start = Date.parse('2022-08-18T11:07:00Z')

test('a public vector: height 750134 on 2022-08-19', () => {
  const estimate = estimateRetarget(start, Date.parse('2022-08-19T14:03:53Z'), 750_134)
  expect(estimate?.changePercent).toBeCloseTo(12.562233927411782, 9)
  expect(Math.floor(estimate?.meanBlockMs ?? 0)).toBe(533_038)
  expect(estimate).toMatchObject({ remainingBlocks: 1834, nextRetargetHeight: 751_968 })
  expect(estimate?.progressPercent).toBeCloseTo(9.0277777, 6)
})

test.each([
  ['too few blocks to tell', 749_952 + 145, 1, 0],
  ['much too fast', 749_952 + 200, 1000, 300],
  ['much too slow', 749_952 + 200, 200 * 86_400_000, -75],
])('%s', (_, height, elapsedMs, change) =>
  expect(estimateRetarget(start, start + elapsedMs, height)?.changePercent).toBe(change),
)

test('a clock before the epoch tells nothing', () =>
  expect(estimateRetarget(start, start - 1, 750_134)).toBeNull())

test('the first block of an epoch has all of it ahead', () =>
  expect(estimateRetarget(start, start, 749_952)).toEqual({
    changePercent: 0,
    meanBlockMs: 600_000,
    remainingBlocks: 2016,
    progressPercent: 0,
    nextRetargetHeight: 751_968,
  }))
