import { IntentStatusSchema } from '@shipminer/contract/shop/payments'
import { paymentStates } from '@shipminer/domain/orders/order'
import { expect, test } from 'vitest'
import { recordStatus } from './record-status.ts'

test('every state of a payment and of an order has words', () => {
  for (const status of [...IntentStatusSchema.options, ...paymentStates])
    expect(recordStatus(status), status).not.toBe('unknown')
})

test.each(['', 'toString', 'something new'])('%j is unknown', (status) =>
  expect(recordStatus(status)).toBe('unknown'),
)
