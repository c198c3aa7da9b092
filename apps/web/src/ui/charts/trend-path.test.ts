import { expect, test } from 'vitest'
import { trendPath } from './trend-path.ts'

const box = { width: 100, height: 26, from: 0, expected: null }

test('the scale begins at 0, so that noise on a steady line stays flat', () => {
  const heights =
    trendPath([100, 101, 99, 100], box)
      .line.match(/ ([\d.]+)/g)
      ?.map(Number) ?? []
  expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(1)
})

test('a gap breaks the line, a lone value is a dot, and nothing is no line', () => {
  expect(trendPath([1, null, 1, 1], box).line).toBe('M0 3h0.01M66.7 3L100 3')
  expect(trendPath([null, null], box)).toMatchObject({ line: '', low: null, high: null, last: null })
})

test('what is expected is on the same scale', () => {
  expect(trendPath([50], { ...box, expected: 100 })).toMatchObject({ expectedY: 3, line: 'M50 13h0.01' })
})
