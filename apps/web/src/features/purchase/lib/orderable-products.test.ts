import { expect, test } from 'vitest'
import { orderableProducts, readOrderable } from './orderable-products.ts'

test('the test product is there only where it is shown', () => {
  expect(orderableProducts(false).map(({ id }) => id)).toEqual(['sm19', 'sm21', 'sm23', 'lottery'])
  expect(orderableProducts(true).map(({ id }) => id)).toContain('payment-test')
})

test.each([
  ['?product=sm21', false, 'sm21'],
  ['?product=payment-test', false, null],
  ['?product=payment-test', true, 'payment-test'],
  ['?product=%3Cscript%3E', true, null],
  ['', true, null],
] as const)('%s names %j', (search, withTest, id) => expect(readOrderable(search, withTest)).toBe(id))
