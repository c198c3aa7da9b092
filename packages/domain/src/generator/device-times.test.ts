import { expect, test } from 'vitest'
import { expectedMs } from './device-times.ts'

test('what is assumed holds until three were measured', () => {
  expect(expectedMs([], 120_000)).toBe(120_000)
  expect(expectedMs([8_000, 8_000], 120_000)).toBe(120_000)
  expect(expectedMs([8_000, 8_000, 8_000], 120_000)).toBe(12_000)
})
test('one that was slow once counts, and one that is slower than assumed is known as such', () => {
  expect(expectedMs([8_000, 60_000, 9_000], 120_000)).toBe(90_000)
  expect(expectedMs([150_000, 170_000, 160_000], 120_000)).toBe(255_000)
})
test('is never less than five seconds, nor more than ten minutes', () => {
  expect(expectedMs([100, 100, 100], 120_000)).toBe(5_000)
  expect(expectedMs([3e6, 3e6, 3e6], 120_000)).toBe(600_000)
})
