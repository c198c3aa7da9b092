import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { euCountries } from '../countries.ts'
import { readVatNumber } from './vat-number.ts'

function read(text: string, country: string): string {
  const reading = readVatNumber(text, country)
  return reading.ok
    ? `${reading.vatNumber.country} ${reading.vatNumber.number} ${reading.checked}`
    : reading.reason
}

/** Numbers that public validators list as valid. */
describe('good ones', () => {
  test.each([
    ['NL', 'NL004495445B01'],
    ['NL', 'NL000099998B57'],
    ['DE', 'DE136695976'],
    ['DE', 'DE129273398'],
    ['BE', 'BE0403019261'],
    ['BE', 'BE0428759497'],
    ['RO', 'RO18547290'],
    ['RO', 'RO11198699'],
    ['FR', 'FR40303265045'],
    ['FR', 'FR23334175221'],
    ['FR', 'FRK7399859412'],
    ['LU', 'LU15027442'],
    ['AT', 'ATU13585627'],
    ['IT', 'IT00743110157'],
    ['PL', 'PL8567346215'],
    ['PT', 'PT501964843'],
    ['DK', 'DK13585628'],
    ['FI', 'FI20774740'],
    ['SE', 'SE123456789701'],
    ['HU', 'HU12892312'],
    ['SK', 'SK2022749619'],
    ['SI', 'SI50223054'],
    ['EE', 'EE100931558'],
    ['GR', 'EL094259216'],
    ['HR', 'HR33392005961'],
    ['MT', 'MT11679112'],
  ])('%s %s', (country, number) => {
    expect(read(number, country)).toBe(`${country} ${number} digits`)
    expect(read(number.slice(2), country)).toBe(`${country} ${number} digits`)
  })

  test.each([
    ['BG', 'BG175074752'],
    ['CY', 'CY10259033P'],
    ['CZ', 'CZ25123891'],
    ['ES', 'ESB58378431'],
    ['IE', 'IE6433435F'],
    ['LT', 'LT119511515'],
    ['LV', 'LV40003521600'],
  ])('by form alone: %s %s', (country, number) => {
    expect(read(number, country)).toBe(`${country} ${number} form`)
  })
})

test('as people write them', () => {
  expect(read(' nl 0044.95.445.b01 ', 'NL')).toBe('NL NL004495445B01 digits')
  expect(read('be 428.759.497', 'BE')).toBe('BE BE0428759497 digits')
  expect(read('GR 094259216', 'GR')).toBe('GR EL094259216 digits')
  expect(read('K7 399 859 412', 'FR')).toBe('FR FRK7399859412 digits')
  expect(read('DE 136/695 976', 'NL')).toBe('DE DE136695976 digits')
})

test.each([
  ['NL', 'NL004495446B01', 'wrong-digits'],
  ['NL', 'NL000099998B58', 'wrong-digits'],
  ['NL', 'NL4495445B01', 'wrong-form'],
  ['NL', 'NL004495445A01', 'wrong-form'],
  ['DE', 'DE136695978', 'wrong-digits'],
  ['DE', 'DE036695976', 'wrong-form'],
  ['BE', 'BE0428759498', 'wrong-digits'],
  ['BE', 'BE2428759497', 'wrong-form'],
  ['RO', 'RO18547291', 'wrong-digits'],
  ['FR', 'FR41303265045', 'wrong-digits'],
  ['FR', 'FR40303265046', 'wrong-digits'],
  ['FR', 'FRK8399859412', 'wrong-digits'],
  ['LU', 'LU15027443', 'wrong-digits'],
  ['AT', 'ATU13585626', 'wrong-digits'],
  ['AT', 'AT13585627', 'wrong-form'],
  ['CH', 'CHE123456789', 'unknown-country'],
  ['NL', '', 'wrong-form'],
])('%s %s: %s', (country, number, reason) => {
  expect(read(number, country)).toBe(reason)
})

test('every member state is known', () => {
  for (const country of euCountries) expect(read('?', country)).toBe('wrong-form')
})

test('whatever is typed gets an answer, and an answer is read again', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 20 }), fc.constantFrom(...euCountries, 'CH'), (text, country) => {
      const reading = readVatNumber(text, country)
      if (reading.ok) expect(readVatNumber(reading.vatNumber.number, country)).toEqual(reading)
    }),
  )
})
