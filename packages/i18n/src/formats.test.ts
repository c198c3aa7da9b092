import { describe, expect, test } from 'vitest'
import {
  countryName,
  dateFormat,
  formatEuro,
  formatEuroPrice,
  formatNominalHashrate,
  formatNominalPower,
  formatShare,
  numberFormat,
} from './formats.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

describe('formats', () => {
  test('money is written as each language does', () => {
    expect(
      (['nl', 'en', 'de', 'ro'] as const).map((language) => plain(formatEuro(language, 4_250_050))),
    ).toEqual(['€ 42.500,50', '€42,500.50', '42.500,50 €', '42.500,50 EUR'])
  })

  test.each(['nl', 'en', 'de', 'ro'] as const)(
    'a share is written with a space that does not break: %s',
    (language) => {
      expect(formatShare(language, 0.21)).toBe('21\u00a0%')
      expect(formatShare(language, -0.125, { maximumFractionDigits: 0, signDisplay: 'exceptZero' })).toMatch(
        /^[-\u2212]1[23]\u00a0%$/,
      )
    },
  )

  test('a price has cents only when there are any', () => {
    expect([1_600_000, 1_600_001].map((cents) => plain(formatEuroPrice('nl', cents)))).toEqual([
      '€ 16.000',
      '€ 16.000,01',
    ])
  })

  test('what a box does on paper has no more decimals than it has', () => {
    expect([771, 1419, 2.4].map((ths) => plain(formatNominalHashrate('nl', ths)))).toEqual([
      '771 TH/s',
      '1.419 TH/s',
      '2,4 TH/s',
    ])
    expect([0, 0.12, 12.5, 25].map((kilowatts) => plain(formatNominalPower('nl', kilowatts)))).toEqual([
      '0 kW',
      '120 W',
      '12,5 kW',
      '25 kW',
    ])
  })

  test('countries have their names; what names none stays as it is', () => {
    expect(['NL', 'DE', 'ZZ'].map((code) => countryName('de', code)).slice(0, 2)).toEqual([
      'Niederlande',
      'Deutschland',
    ])
  })

  test('a format is made once, however often and for however many zones it is asked for', () => {
    expect(numberFormat('nl', { maximumFractionDigits: 1 })).toBe(
      numberFormat('nl', { maximumFractionDigits: 1 }),
    )
    expect(numberFormat('nl')).not.toBe(numberFormat('de'))
    const first = dateFormat('nl', { timeZone: 'UTC' })
    expect(dateFormat('nl', { timeZone: 'UTC' })).toBe(first)
    expect(dateFormat('nl', { timeZone: 'Europe/Amsterdam' })).not.toBe(first)
    expect(() => dateFormat('nl', { timeZone: 'Nowhere/Here' })).toThrow(RangeError)
  })
})
