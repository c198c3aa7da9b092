import { orderEndpoints } from '@shipminer/contract/shop/orders'
import { expect, test } from 'vitest'
import { emptyPurchase } from './purchase-form.ts'
import { quoteQuestion } from './quote-question.ts'

test.each([
  [{}, 2, { product: 'sm19', quantity: 2 }],
  [{ country: 'DE' }, 1, { product: 'sm19', quantity: 1, country: 'DE' }],
  [{ country: 'XX', vatNumber: 'DE136695976' }, 1, { product: 'sm19', quantity: 1 }],
  [
    { country: 'DE', company: ' Reederei ', vatNumber: ' DE136695976 ' },
    1,
    { product: 'sm19', quantity: 1, country: 'DE', company: 'Reederei', vatNumber: 'DE136695976' },
  ],
])('%j asks %#', (part, quantity, question) => {
  const asked = quoteQuestion({ ...emptyPurchase, ...part }, quantity)
  expect(asked).toEqual(question)
  expect(orderEndpoints.orderQuote.body?.safeParse(asked).success).toBe(true)
})

test('nothing is asked while the quantity cannot be read', () => {
  expect(quoteQuestion(emptyPurchase, null)).toBeNull()
})
