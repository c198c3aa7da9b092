import { expect, test } from 'vitest'
import { fakeClock } from './fake-clock.ts'

test('stands still until it is moved', () => {
  const clock = fakeClock(1_000)
  expect([clock.now(), clock.now()]).toEqual([1_000, 1_000])
  expect(clock.advance(250)).toBe(1_250)
  expect(clock.now()).toBe(1_250)
})

test('never goes back', () => {
  const clock = fakeClock(1_000)
  expect(() => clock.advance(-1)).toThrow(RangeError)
  expect(() => clock.advance(Number.NaN)).toThrow(RangeError)
  expect(clock.now()).toBe(1_000)
})
