import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitVat } from './vat.ts'

test.each([
  [1_750_000, 1_446_281, 303_719],
  [4_250_000, 3_512_397, 737_603],
  [8_700_000, 7_190_083, 1_509_917],
  [25_000, 20_661, 4_339],
  [2_490_000, 2_057_851, 432_149],
  [0, 0, 0],
  [1, 1, 0],
])('%d cents at 21 %%: %d + %d', (grossCents, netCents, vatCents) =>
  expect(splitVat(grossCents, 21)).toEqual({ grossCents, netCents, vatCents }),
)

test('net is the nearest cent, and net and VAT make the price', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), fc.integer({ min: 0, max: 50 }), (gross, rate) => {
      const { netCents, vatCents } = splitVat(gross, rate)
      expect(netCents + vatCents).toBe(gross)
      const off = netCents * (100 + rate) * 2 - gross * 200
      expect(Math.abs(off)).toBeLessThanOrEqual(100 + rate)
    }),
  )
})
