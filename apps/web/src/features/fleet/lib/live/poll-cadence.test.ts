import { expect, test } from 'vitest'
import { pollCadenceMs } from './poll-cadence.ts'

test.each([
  ['nobody', [], 0, 60_000],
  ['the fastest counts', [30_000, 15_000], 3, 15_000],
  ['never faster than ten seconds', [1_000], 3, 10_000],
  ['never slower than a minute', [300_000], 3, 60_000],
  ['a long list is fetched seldom', [10_000], 500, 60_000],
])('%s', (_name, intervals, miners, cadenceMs) => {
  expect(
    pollCadenceMs(
      intervals.map((pollIntervalMs) => ({ pollIntervalMs })),
      miners,
    ),
  ).toBe(cadenceMs)
})
