import { expect, test } from 'vitest'
import { builtInProduct, efficiencyOf, shownProducts } from './product-view.ts'

test('the catalogue shows four products, in order, under the brand', () => {
  expect(shownProducts('Ship Miner').map(({ name }) => name)).toEqual([
    'Ship Miner 19',
    'Ship Miner 21',
    'Ship Miner 23',
    'Lottery Miner',
  ])
})

test.each([
  ['sm19', 32.4],
  ['sm21', 17.6],
  ['sm23', 14.4],
  ['lottery', 50],
])('%s takes %d joule a terahash', (id, joules) => {
  expect(efficiencyOf(builtInProduct(id, 'X'))).toBeCloseTo(joules, 1)
})

test('nothing hashed has no efficiency, and only what comes later is not for sale', () => {
  expect(efficiencyOf(builtInProduct('payment-test', 'X'))).toBeNull()
  expect(builtInProduct('sm23', 'X').status).toBe('coming-soon')
  expect(builtInProduct('sm21', 'X').status).toBe('made-to-order')
  expect(() => builtInProduct('sm99', 'X')).toThrow()
})

test('prices hold 21 % VAT', () => {
  expect(builtInProduct('sm19', 'X')).toMatchObject({ priceCents: 1_750_000, netPriceCents: 1_446_281 })
})
