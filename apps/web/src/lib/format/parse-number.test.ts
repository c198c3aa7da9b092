import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseTypedNumber } from './parse-number.ts'

test.each([
  ['65000', 65_000],
  ['65.000', 65_000],
  ['65,000', 65_000],
  ['65 000', 65_000],
  ['65\u00a0000', 65_000],
  ['€ 65.000,-', 65_000],
  ['€ 65.000', 65_000],
  ['65.000,50', 65_000.5],
  ['65,000.50', 65_000.5],
  ['1.234.567', 1_234_567],
  ['1.234.567,8', 1_234_567.8],
  ['65000,5', 65_000.5],
  ['0', 0],
  ['-5', -5],
  ['12,', 12],
  ['', null],
  ['abc', null],
  ['1.2.3', null],
  ['1e5', null],
  ['.5', null],
])('%j is %j', (text, number) => {
  expect(parseTypedNumber(text)).toBe(number)
})

test.each([
  ['12,500', 12.5],
  ['0.120', 0.12],
  ['80', 80],
  ['1.234.567', 1_234_567],
])('%j with decimals is %j', (text, number) => {
  expect(parseTypedNumber(text, 'decimals')).toBe(number)
})

test('nothing typed makes anything but a finite number or null', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\d.,\s-]{0,12}$/)), (text) => {
      const number = parseTypedNumber(text)
      expect(number === null || Number.isFinite(number)).toBe(true)
    }),
  )
})

test('every language formats numbers that are read back', () => {
  for (const locale of ['nl-NL', 'en-IE', 'de-DE', 'ro-RO']) {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999 }), (number) => {
        expect(parseTypedNumber(new Intl.NumberFormat(locale).format(number))).toBe(number)
      }),
    )
  }
})
