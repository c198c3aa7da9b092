import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type OrderLine,
  orderTotals,
  splitPrice,
  type TaxQuestion,
  taxTreatment,
  taxTreatments,
} from './order-totals.ts'

const inclusive = { treatment: 'standard', priceKind: 'incl-vat' } as const

function totals(lines: readonly OrderLine[], options: Parameters<typeof orderTotals>[1] = inclusive) {
  const result = orderTotals(lines, options)
  if (!result.ok) throw new Error(result.reason)
  return result.totals
}

const line = (unitPriceCents: number, quantity = 1, vatPercent = 21): OrderLine => ({
  unitPriceCents,
  quantity,
  vatPercent,
})

describe('check values at 21 %', () => {
  test.each([
    [1_750_000, 1_446_281, 303_719],
    [4_250_000, 3_512_397, 737_603],
    [8_700_000, 7_190_083, 1_509_917],
    [25_000, 20_661, 4_339],
    [2_490_000, 2_057_851, 432_149],
  ])('%i with VAT: %i and %i', (grossCents, netCents, vatCents) => {
    expect(totals([line(grossCents)])).toMatchObject({ netCents, vatCents, grossCents })
  })

  test.each([
    [1_750_000, 2_117_500],
    [4_250_000, 5_142_500],
    [8_700_000, 10_527_000],
    [25_000, 30_250],
  ])('%i without VAT: %i', (netCents, grossCents) => {
    expect(totals([line(netCents)], { ...inclusive, priceKind: 'excl-vat' })).toMatchObject({
      netCents,
      grossCents,
    })
    expect(splitPrice(netCents, 21, 'excl-vat')).toEqual({
      netCents,
      vatCents: grossCents - netCents,
      grossCents,
    })
  })
})

test('several of one: VAT is taken off once', () => {
  expect(totals([line(1_750_000, 3)])).toEqual({
    treatment: 'standard',
    lines: [
      {
        unitPriceCents: 1_750_000,
        quantity: 3,
        netCents: 4_338_843,
        vatCents: 911_157,
        grossCents: 5_250_000,
        vatPercent: 21,
      },
    ],
    rates: [{ netCents: 4_338_843, vatCents: 911_157, grossCents: 5_250_000, vatPercent: 21 }],
    netCents: 4_338_843,
    vatCents: 911_157,
    grossCents: 5_250_000,
  })
})

test('reverse charge and export: the net price, no VAT', () => {
  for (const treatment of ['reverse-charge', 'export'] as const) {
    const result = totals([line(1_750_000), line(25_000, 1, 9)], { treatment, priceKind: 'incl-vat' })
    const netCents = 1_446_281 + 22_936
    expect(result).toMatchObject({ treatment, netCents, vatCents: 0, grossCents: netCents })
    expect(result.rates).toEqual([{ netCents, vatCents: 0, grossCents: netCents, vatPercent: 0 }])
    expect(result.lines[0]).toMatchObject({ netCents: 1_446_281, vatCents: 0, vatPercent: 0 })
  }
})

test('two rates are told apart, the higher first', () => {
  const { rates, grossCents } = totals([line(10_900, 1, 9), line(12_100), line(0, 1, 0)])
  expect(rates.map(({ vatPercent, vatCents }) => [vatPercent, vatCents])).toEqual([
    [21, 2100],
    [9, 900],
    [0, 0],
  ])
  expect(grossCents).toBe(23_000)
})

test('ten units, and not eleven', () => {
  expect(orderTotals([line(100, 10)], inclusive).ok).toBe(true)
  expect(orderTotals([line(100, 11)], inclusive)).toEqual({ ok: false, reason: 'custom-quote' })
  expect(orderTotals([line(100, 5), line(200, 6)], inclusive)).toEqual({ ok: false, reason: 'custom-quote' })
})

test.each([
  line(-1),
  line(0.5),
  line(100, 0),
  line(100, 1.5),
  line(100, 1, -1),
  line(100, 1, 101),
  line(Number.NaN),
])('refuses %o', (bad) => {
  expect(orderTotals([bad], inclusive)).toEqual({ ok: false, reason: 'wrong-line' })
})

test('nothing is no order', () => {
  expect(orderTotals([], inclusive)).toEqual({ ok: false, reason: 'no-lines' })
})

test('lines, rates and total always agree', () => {
  const lines = fc.array(
    fc.record({
      unitPriceCents: fc.integer({ min: 0, max: 9_000_000 }),
      quantity: fc.integer({ min: 1, max: 2 }),
      vatPercent: fc.constantFrom(0, 9, 21),
    }),
    { minLength: 1, maxLength: 5 },
  )
  const options = fc.record({
    treatment: fc.constantFrom(...taxTreatments),
    priceKind: fc.constantFrom('incl-vat' as const, 'excl-vat' as const),
  })
  fc.assert(
    fc.property(lines, options, (list, option) => {
      const result = totals(list, option)
      for (const part of [...result.lines, ...result.rates, result])
        expect(part.netCents + part.vatCents).toBe(part.grossCents)
      for (const key of ['netCents', 'vatCents', 'grossCents'] as const) {
        expect(result.lines.reduce((sum, part) => sum + part[key], 0)).toBe(result[key])
        expect(result.rates.reduce((sum, part) => sum + part[key], 0)).toBe(result[key])
      }
      const prices = list.reduce((sum, { unitPriceCents, quantity }) => sum + unitPriceCents * quantity, 0)
      if (option.treatment === 'standard')
        expect(option.priceKind === 'incl-vat' ? result.grossCents : result.netCents).toBe(prices)
      else expect(result.vatCents).toBe(0)
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
