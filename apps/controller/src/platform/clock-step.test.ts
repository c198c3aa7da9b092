import { expect, test } from 'vitest'
import { createClockStepDetector } from './clock-step.ts'

test('a jump of the wall clock is told once; slewing is not', () => {
  const time = { wall: 1_000_000, monotonic: 50 }
  const step = createClockStepDetector({ now: () => time.wall, monotonic: () => time.monotonic })
  const pass = (wallMs: number, monotonicMs: number) => {
    time.wall += wallMs
    time.monotonic += monotonicMs
    return step()
  }
  expect(pass(5_000, 5_000)).toBeNull()
  expect(pass(5_400, 5_000)).toBeNull()
  expect(pass(3_605_000, 5_000)).toBe(3_600_000)
  expect(pass(5_000, 5_000)).toBeNull()
  expect(pass(-55_000, 5_000)).toBe(-60_000)
})
