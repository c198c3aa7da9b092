import { expect, test } from 'vitest'
import { productSlug, withBrand } from './product-slug.ts'

test.each([
  ['Shipminer', 'shipminer'],
  ['Ship Miner®', 'ship-miner'],
  ['  Ștefan & Söhne 2 ', 'stefan-sohne-2'],
  ['船', 'product'],
])('%s is %s', (name, slug) => expect(productSlug(name)).toBe(slug))

test('the brand goes into names and addresses as it is', () => {
  expect(withBrand('{product} 19 of {product}', "$& A'")).toBe("$& A' 19 of $& A'")
  expect(withBrand('/{slug}-19', 'Ship Miner')).toBe('/ship-miner-19')
})
