import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  fitsOrder,
  parseVatCases,
  type TaxedOrder,
  totalsUnder,
  usualVatCases,
  type VatCase,
  type VatTreatment,
  vatCaseOf,
} from './vat-case.ts'

test.each([
  ['fitted', { isFitted: true, buyerCountry: 'NL', isBusiness: false }],
  ['fitted', { isFitted: true, buyerCountry: 'DE', isBusiness: true }],
  ['fitted', { isFitted: true, buyerCountry: 'CH', isBusiness: true }],
  ['sent', { isFitted: false, buyerCountry: 'NL', isBusiness: false }],
  ['sent', { isFitted: false, buyerCountry: 'DE', isBusiness: true }],
  ['sent', { isFitted: false, buyerCountry: 'CH', isBusiness: false }],
  ['sent-afar', { isFitted: false, buyerCountry: 'DE', isBusiness: false }],
] as const)('%s: %o', (vatCase, order) => {
  expect(vatCaseOf(order)).toBe(vatCase)
})

describe('what a setting switches on', () => {
  test('is read', () => {
    expect(
      parseVatCases(
        'intra-community, export,reverse-charge=BE,distance=DE:19,local=DE:19:DE123456789,reverse-charge=RO,',
      ),
    ).toEqual([
      { vatCase: 'intra-community', country: null, percent: 0, sellerVatId: null },
      { vatCase: 'export', country: null, percent: 0, sellerVatId: null },
      { vatCase: 'reverse-charge', country: 'BE', percent: 0, sellerVatId: null },
      { vatCase: 'distance', country: 'DE', percent: 19, sellerVatId: null },
      { vatCase: 'local', country: 'DE', percent: 19, sellerVatId: 'DE123456789' },
      { vatCase: 'reverse-charge', country: 'RO', percent: 0, sellerVatId: null },
    ])
    expect(parseVatCases('')).toEqual([])
  })

  test.each([
    'fitted',
    'reverse-charge',
    'reverse-charge=be',
    'reverse-charge=NL',
    'reverse-charge=CH',
    'reverse-charge=BE,reverse-charge=BE',
    'local=DE:19',
    'local=DE:0:DE123456789',
    'distance=DE',
    'distance=DE:0',
    'export=CH',
    'intra-community=DE',
    'services',
  ])('is refused: %s', (text) => {
    expect(parseVatCases(text)).toBeNull()
  })
})

const all = parseVatCases(
  'intra-community,export,reverse-charge=BE,distance=DE:19,local=DE:19:DE123456789,reverse-charge=RO',
)
const usual = usualVatCases.map(
  (vatCase): VatTreatment => ({ vatCase, country: 'NL', percent: 21, sellerVatId: null }),
)

test.each([
  [
    ['fitted', 'reverse-charge', 'local'],
    { isFitted: true, isBusiness: true, buyerCountry: 'BE', vatNumber: 'BE0411905847' },
  ],
  [['fitted', 'local'], { isFitted: true, isBusiness: true, buyerCountry: 'BE', vatNumber: null }],
  [['fitted', 'local'], { isFitted: true, isBusiness: true, buyerCountry: 'BE', vatNumber: 'FR40303265045' }],
  [['fitted', 'local'], { isFitted: true, isBusiness: false, buyerCountry: 'NL', vatNumber: null }],
  [
    ['sent', 'intra-community'],
    { isFitted: false, isBusiness: true, buyerCountry: 'DE', vatNumber: 'DE136695976' },
  ],
  [['sent'], { isFitted: false, isBusiness: true, buyerCountry: 'DE', vatNumber: null }],
  [['sent'], { isFitted: false, isBusiness: true, buyerCountry: 'NL', vatNumber: 'DE136695976' }],
  [['sent'], { isFitted: false, isBusiness: true, buyerCountry: 'DE', vatNumber: 'NL123456789B01' }],
  [['sent-afar', 'distance'], { isFitted: false, isBusiness: false, buyerCountry: 'DE', vatNumber: null }],
  [['sent-afar'], { isFitted: false, isBusiness: false, buyerCountry: 'BE', vatNumber: null }],
  [['sent', 'export'], { isFitted: false, isBusiness: false, buyerCountry: 'CH', vatNumber: null }],
  [['sent', 'export'], { isFitted: false, isBusiness: true, buyerCountry: 'GB', vatNumber: null }],
] satisfies [VatCase[], TaxedOrder][])('%j may be chosen for %o', (cases, order) => {
  const fitting = [...usual, ...(all ?? [])].filter((treatment) => fitsOrder(treatment, order))
  expect(fitting.map(({ vatCase }) => vatCase)).toEqual(cases)
})

describe('what an order costs', () => {
  const agreed = { grossCents: 1_750_000, vatPercent: 21 }
  test.each([
    ['the usual', { vatCase: 'fitted', percent: 21 }, false, [1_446_281, 303_719, 1_750_000]],
    ['no tax', { vatCase: 'intra-community', percent: 0 }, false, [1_446_281, 0, 1_446_281]],
    ['no tax, a consumer', { vatCase: 'export', percent: 0 }, true, [1_446_281, 0, 1_446_281]],
    [
      'a consumer’s price has the tax of the place in it',
      { vatCase: 'distance', percent: 19 },
      true,
      [1_470_588, 279_412, 1_750_000],
    ],
    [
      'a business pays its price and that tax',
      { vatCase: 'local', percent: 19 },
      false,
      [1_446_281, 274_793, 1_721_074],
    ],
  ] as const)('%s', (_, treatment, isConsumer, [netCents, vatCents, grossCents]) => {
    expect(totalsUnder(treatment, agreed, isConsumer)).toEqual({
      netCents,
      vatCents,
      grossCents,
      vatPercent: treatment.percent,
    })
  })

  test('always adds up, and the tax is that of the rate', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000_000 }),
        fc.integer({ min: 0, max: 27 }),
        fc.boolean(),
        (grossCents, percent, isConsumer) => {
          const totals = totalsUnder(
            { vatCase: 'local', percent },
            { grossCents, vatPercent: 21 },
            isConsumer,
          )
          expect(totals.netCents + totals.vatCents).toBe(totals.grossCents)
          expect(Math.abs(totals.vatCents - (totals.netCents * percent) / 100)).toBeLessThanOrEqual(1)
        },
      ),
    )
  })
})
