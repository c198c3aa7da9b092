import { expect, test } from 'vitest'
import { createSteadyClock } from './steady-clock.ts'

test('a steady clock goes on at the pace of monotonic time, however the board is set', () => {
  const board = { wall: 1_000_000, monotonic: 50.4 }
  const clock = createSteadyClock({ now: () => board.wall, monotonic: () => board.monotonic })
  expect(clock.now()).toBe(1_000_000)
  board.wall += 10_000
  board.monotonic += 10_000
  expect([clock.now(), clock.wallAheadMs()]).toEqual([1_010_000, 0])
  board.wall -= 23 * 3_600_000
  board.monotonic += 5_000
  expect([clock.now(), clock.wallAheadMs()]).toEqual([1_015_000, -23 * 3_600_000 - 5_000])
  board.wall = 400 * 86_400_000
  expect(clock.now()).toBe(1_015_000)
})
