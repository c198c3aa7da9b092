import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { orderTotals } from './order-totals.ts'

describe('check values at 21 %', () => {
  test.each([
    [1_750_000, 1_446_281, 303_719],
    [4_250_000, 3_512_397, 737_603],
    [8_700_000, 7_190_083, 1_509_917],
    [25_000, 20_661, 4_339],
    [2_490_000, 2_057_851, 432_149],
  ])('%i with VAT: %i and %i', (grossCents, netCents, vatCents) => {
    expect(orderTotals(grossCents, 21)).toEqual({
      netCents,
      vatCents,
      grossCents,
      vatPercent: 21,
    })
  })
})

test('several of one: VAT is taken off once', () =>
  expect(orderTotals(3 * 1_750_000, 21)).toEqual({
    netCents: 4_338_843,
    vatCents: 911_157,
    grossCents: 5_250_000,
    vatPercent: 21,
  }))

test('net and VAT always add up to the price', () => {
  const price = fc.integer({ min: 0, max: 90_000_000 })
  fc.assert(
    fc.property(price, fc.constantFrom(0, 9, 21), (priceCents, vatPercent) => {
      const totals = orderTotals(priceCents, vatPercent)
      expect(totals.netCents + totals.vatCents).toBe(totals.grossCents)
      expect(totals.grossCents).toBe(priceCents)
    }),
  )
})
