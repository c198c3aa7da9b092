import { expect, test } from 'vitest'
import { nextClockOffset } from './server-clock.ts'

test.each([
  ['first measurement', null, 1_000, 400, 600],
  ['slower answer keeps the better estimate', 600, 1_100, 800, 600],
  ['faster answer improves it', 600, 1_100, 480, 620],
  ['a set clock replaces it', 600, 100_000, 40_000, 60_000],
  ['a clock set back replaces it', 600, 1_000, 60_000, -59_000],
])('%s', (_name, current, serverTime, receivedAt, expected) => {
  expect(nextClockOffset(current, { serverTime, receivedAt })).toBe(expected)
})
