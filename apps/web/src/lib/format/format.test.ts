import { languages } from '@shipminer/i18n/languages'
import { describe, expect, test } from 'vitest'
import {
  agePart,
  durationPart,
  formatDay,
  formatDayMonth,
  formatEuro,
  formatHashrate,
  formatNumber,
  formatPower,
  formatSat,
  formatTime,
  formatTyped,
  formatWeekday,
  joinQuantity,
} from './format.ts'

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

describe('numbers', () => {
  test.each([
    [0, '0 TH/s'],
    [0.0005, '0,5 GH/s'],
    [0.05, '50 GH/s'],
    [2.4, '2,40 TH/s'],
    [64.27, '64,3 TH/s'],
    [771.4, '771 TH/s'],
    [1419, '1.419 TH/s'],
    [12_345, '12,35 PH/s'],
    [123_456, '123,5 PH/s'],
  ])('%d TH/s is %s', (ths, text) => expect(plain(joinQuantity(formatHashrate('nl', ths)))).toBe(text))

  test.each([
    [0, '0 W'],
    [119.6, '120 W'],
    [3420, '3,4 kW'],
    [48_600, '48,6 kW'],
    [1_250_000, '1,25 MW'],
  ])('%d W is %s', (watts, text) => expect(plain(joinQuantity(formatPower('nl', watts)))).toBe(text))

  test('nominal power has no decimals', () => {
    expect(plain(joinQuantity(formatPower('de', 25_000, 0)))).toBe('25 kW')
  })

  test('a number in a field has the sign of its language, no grouping and no noise', () => {
    expect(formatTyped('nl', 1_250.5)).toBe('1250,5')
    expect(formatTyped('en', 1_250.5)).toBe('1250.5')
    expect(formatTyped('ro', 0.1 + 0.2)).toBe('0,3')
    expect(formatTyped('de', 100)).toBe('100')
  })
  test('minus nought is nought', () => expect(formatNumber('nl', -0)).toBe('0'))
})

describe('money', () => {
  test.each([
    ['nl', '€ 1.234,50'],
    ['en', '€1,234.50'],
    ['de', '1.234,50 €'],
    ['ro', '1.234,50 EUR'],
  ] as const)('in %s', (language, text) => expect(plain(formatEuro(language, 123_450))).toBe(text))

  test('satoshi below a hundredth of a bitcoin, bitcoin above, every digit kept', () => {
    expect(plain(joinQuantity(formatSat('nl', 71_234)))).toBe('71.234 sat')
    expect(plain(joinQuantity(formatSat('nl', 123_456_789)))).toBe('1,23456789 BTC')
  })
})

test('the clock has 24 hours in every language', () => {
  const at = new Date(2026, 0, 1, 15, 4).getTime()
  for (const language of ['nl', 'en', 'de', 'ro'] as const) expect(formatTime(language, at)).toBe('15:04')
  expect(formatTime('en', new Date(2026, 0, 1, 0, 4).getTime())).toBe('00:04')
})

test.each([
  [-5000, { unit: 'now', count: 0 }],
  [1999, { unit: 'now', count: 0 }],
  [2000, { unit: 'seconds', count: 2 }],
  [59_999, { unit: 'seconds', count: 59 }],
  [60_000, { unit: 'minutes', count: 1 }],
  [3_600_000, { unit: 'hours', count: 1 }],
  [86_400_000 * 2.5, { unit: 'days', count: 2 }],
])('an age of %d ms', (ms, part) => expect(agePart(ms)).toEqual(part))

test.each([
  [-1, { unit: 'seconds', seconds: 0 }],
  [59.9, { unit: 'seconds', seconds: 59 }],
  [3599, { unit: 'minutes', minutes: 59 }],
  [3660, { unit: 'hours', hours: 1, minutes: 1 }],
  [90_000, { unit: 'days', days: 1, hours: 1 }],
])('a duration of %d s', (seconds, part) => expect(durationPart(seconds)).toEqual(part))

test.each(languages)('in %s a short date stays on one line', (language) => {
  const at = Date.UTC(2026, 10, 27, 12)
  for (const text of [
    formatDay(language, at, at),
    formatDay(language, at, Date.UTC(2027, 1, 1)),
    formatDayMonth(language, at),
    formatWeekday(language, at),
  ]) {
    expect(text).toContain('27')
    expect(text).not.toContain(' ')
  }
})
