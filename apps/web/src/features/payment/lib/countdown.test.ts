import { expect, test } from 'vitest'
import { countdown } from './countdown.ts'

test.each([
  [65_000, '1:05'],
  [900_000, '15:00'],
  [500, '0:01'],
  [3_600_000, '1:00:00'],
  [3_661_000, '1:01:01'],
  [0, null],
  [-1, null],
  [Number.NaN, null],
])('%d ms are %j', (leftMs, text) => expect(countdown(1000, 1000 + leftMs)).toBe(text))
