import { countryName } from '@shipminer/i18n/formats'
import { languages } from '@shipminer/i18n/languages'
import { expect, test } from 'vitest'
import { sellerLines } from './seller.ts'

const linesOf = (address: string, language: (typeof languages)[number]) =>
  sellerLines({ name: { value: 'Shipminer BV' }, address: { value: address } }, language)

test.each(languages)(
  'in %s the country ends the address, once, in whatever language the address names it',
  (language) => {
    const country = countryName(language, 'NL')
    const expected = ['Shipminer BV', 'Maaskade 1', '3071 ND Rotterdam', country]
    expect(linesOf('Maaskade 1, 3071 ND Rotterdam', language)).toEqual(expected)
    for (const own of languages)
      expect(linesOf(`Maaskade 1, 3071 ND Rotterdam, ${countryName(own, 'NL')}`, language)).toEqual(expected)
  },
)
