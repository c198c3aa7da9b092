import { expect, test } from 'vitest'
import { sparklinePath } from './sparkline-path.ts'

test('nothing known is one dashed line', () => {
  expect(sparklinePath([null, null], 100, 40)).toEqual({
    line: '',
    gaps: 'M0 20H100',
    low: null,
    high: null,
    last: null,
  })
  expect(sparklinePath([], 100, 40).line).toBe('')
})

test('a line from low to high uses the height between the pads', () => {
  expect(sparklinePath([0, 10], 100, 40, 5)).toMatchObject({
    line: 'M0 35L100 5',
    gaps: '',
    low: 0,
    high: 10,
    last: 10,
  })
})

test('a gap breaks the line and is dashed at the last height', () => {
  const path = sparklinePath([0, 10, null, 10, 0], 100, 40, 5)
  expect(path.line).toBe('M0 35L25 5M75 5L100 35')
  expect(path.gaps).toBe('M25 5L75 5')
})

test('gaps at both ends are dashed, and what was last known is told', () => {
  const path = sparklinePath([null, 0, 10, null, null], 100, 40, 5)
  expect(path.gaps).toBe('M0 35L25 35M50 5H100')
  expect(path.last).toBe(10)
})

test('a lone value is a dot', () => {
  expect(sparklinePath([null, 5, null], 100, 40).line).toBe('M50 20h0.01')
  expect(sparklinePath([5], 100, 40).line).toBe('M50 20h0.01')
})

test('a steady value is not blown up to a storm, and zeros divide nothing', () => {
  const path = sparklinePath([100, 100.1, 100], 100, 40, 0)
  expect(path.line).toBe('M0 21L50 19L100 21')
  expect(sparklinePath([0, 0], 100, 40).line).toBe('M0 20L100 20')
})
