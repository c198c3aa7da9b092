import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { orderTotals, type TaxQuestion, taxTreatment, taxTreatments } from './order-totals.ts'

describe('check values at 21 %', () => {
  test.each([
    [1_750_000, 1_446_281, 303_719],
    [4_250_000, 3_512_397, 737_603],
    [8_700_000, 7_190_083, 1_509_917],
    [25_000, 20_661, 4_339],
    [2_490_000, 2_057_851, 432_149],
  ])('%i with VAT: %i and %i', (grossCents, netCents, vatCents) => {
    expect(orderTotals(grossCents, 21, 'standard')).toEqual({
      netCents,
      vatCents,
      grossCents,
      vatPercent: 21,
    })
  })
})

test('several of one: VAT is taken off once', () =>
  expect(orderTotals(3 * 1_750_000, 21, 'standard')).toEqual({
    netCents: 4_338_843,
    vatCents: 911_157,
    grossCents: 5_250_000,
    vatPercent: 21,
  }))

test.each(['reverse-charge', 'export'] as const)('%s: the net price, no VAT', (treatment) => {
  expect(orderTotals(1_750_000, 21, treatment)).toEqual({
    netCents: 1_446_281,
    vatCents: 0,
    grossCents: 1_446_281,
    vatPercent: 0,
  })
  expect(orderTotals(25_000, 9, treatment)).toMatchObject({ netCents: 22_936, grossCents: 22_936 })
})

test('net and VAT always add up, and the net price is the same with and without VAT', () => {
  const price = fc.integer({ min: 0, max: 90_000_000 })
  const percent = fc.constantFrom(0, 9, 21)
  fc.assert(
    fc.property(price, percent, fc.constantFrom(...taxTreatments), (priceCents, vatPercent, treatment) => {
      const totals = orderTotals(priceCents, vatPercent, treatment)
      expect(totals.netCents + totals.vatCents).toBe(totals.grossCents)
      if (treatment === 'standard') expect(totals.grossCents).toBe(priceCents)
      else expect(totals.vatCents).toBe(0)
      expect(totals.netCents).toBe(orderTotals(priceCents, vatPercent, 'standard').netCents)
    }),
  )
})

const dutch: TaxQuestion = {
  sellerCountry: 'NL',
  buyerCountry: 'NL',
  isBusiness: false,
  validVatCountry: null,
  isProvenExport: false,
}

test.each([
  ['a consumer at home', {}, 'standard'],
  ['a business at home', { isBusiness: true, validVatCountry: 'NL' }, 'standard'],
  ['a consumer in Germany', { buyerCountry: 'DE' }, 'standard'],
  ['a business in Germany without a number', { buyerCountry: 'DE', isBusiness: true }, 'standard'],
  [
    'a business in Germany',
    { buyerCountry: 'DE', isBusiness: true, validVatCountry: 'DE' },
    'reverse-charge',
  ],
  [
    'a number of another country',
    { buyerCountry: 'DE', isBusiness: true, validVatCountry: 'BE' },
    'standard',
  ],
  ['a number, bought for oneself', { buyerCountry: 'DE', validVatCountry: 'DE' }, 'standard'],
  ['Switzerland', { buyerCountry: 'CH', isBusiness: true }, 'standard'],
  ['Switzerland, proven', { buyerCountry: 'CH', isProvenExport: true }, 'export'],
  ['proven export within the Union is none', { buyerCountry: 'DE', isProvenExport: true }, 'standard'],
] as const)('VAT of %s: %o is %s', (_, change, expected) => {
  expect(taxTreatment({ ...dutch, ...change })).toBe(expected)
})
