import { expect, test } from 'vitest'
import { seedProducts } from './product-catalogue.ts'
import { withBrand } from './product-slug.ts'

test.each([
  ['sm19', 'Shipminer 19', 771, 25, 1_750_000, 1_999_900, '/shipminer-19', false, false, 24],
  ['sm21', 'Shipminer 21', 1419, 25, 4_250_000, null, '/shipminer-21', false, false, 24],
  ['sm23', 'Shipminer 23', 3480, 50, 8_700_000, null, '/shipminer-23', true, false, 24],
  ['lottery', 'Lottery Miner', 2.4, 0.12, 25_000, null, '/lottery-miner', false, false, 6],
  ['payment-test', 'Payment test product', 0, 0, 100, null, '/payment-test-product', false, true, 0],
] as const)('%s is as specified', (id, name, ths, kw, cents, original, route, soon, dev, warranty) => {
  const product = seedProducts.find((candidate) => candidate.id === id)
  expect(product).toMatchObject({
    hashrateThs: ths,
    powerKw: kw,
    priceCents: cents,
    originalPriceCents: original,
    comingSoon: soon,
    devOnly: dev,
    warrantyMonths: warranty,
  })
  expect(withBrand(product?.name ?? '', 'Shipminer')).toBe(name)
  expect(withBrand(product?.route ?? '', 'Shipminer')).toBe(route)
})

test('six units of 580 Th/s at 5510 W, 9.5 J/TH, are the 3480 Th/s of the 23', () => {
  const product = seedProducts.find(({ id }) => id === 'sm23')
  expect(product).toMatchObject({ unitsPerBox: 6, unitHashrateThs: 580, unitPowerWatts: 5510 })
  expect(6 * 580).toBe(product?.hashrateThs)
  expect(5510 / 580).toBeCloseTo(9.5, 9)
})
