import { expect, test } from 'vitest'
import { parseTimestamp } from './type-parsers.ts'

test.each([
  ['2026-11-20 12:00:00+00', '2026-11-20T12:00:00.000Z'],
  ['2026-11-20 12:00:00.125+05:30', '2026-11-20T06:30:00.125Z'],
  ['2026-11-20 12:00:00', '2026-11-20T12:00:00.000Z'],
  ['0001-01-01 00:00:00+00', '0001-01-01T00:00:00.000Z'],
  ['0001-12-31 00:00:00+00 BC', '0000-12-31T00:00:00.000Z'],
  ['0045-03-15 00:00:00+00 BC', '-000044-03-15T00:00:00.000Z'],
  ['10000-01-01 00:00:00+00', '+010000-01-01T00:00:00.000Z'],
  ['275760-09-13 00:00:00+00', '+275760-09-13T00:00:00.000Z'],
])('%s', (text, moment) => {
  expect(parseTimestamp(text).toISOString()).toBe(moment)
})

test.each(['infinity', '294276-12-31 00:00:00+00', 'yesterday'])('%s is no date', (text) => {
  expect(() => parseTimestamp(text)).toThrow(RangeError)
})
