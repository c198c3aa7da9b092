import { expect, test } from 'vitest'
import { retryDelayMs } from './retry-delay.ts'

test.each([
  [0, 60_000],
  [1, 60_000],
  [2, 120_000],
  [6, 1_920_000],
  [7, 3_600_000],
  [1e9, 3_600_000],
])('after %d tries: %d ms', (attempts, delay) => expect(retryDelayMs(attempts)).toBe(delay))
