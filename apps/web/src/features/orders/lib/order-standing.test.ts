import { fulfilmentStates, orderStates, paymentMethods, paymentStates } from '@shipminer/domain/orders/order'
import { buildOrder } from '@shipminer/testkit/orders'
import { expect, test } from 'vitest'
import { orderNextLookMs, orderStanding, standingTone } from './order-standing.ts'

const all = orderStates.flatMap((state) =>
  paymentStates.flatMap((payment) =>
    fulfilmentStates.flatMap((fulfilment) =>
      paymentMethods.map((method) => ({ state, payment, fulfilment, method })),
    ),
  ),
)

test('every order stands somewhere, and every standing is somebody’s', () => {
  const found = new Set(all.map(orderStanding))
  expect([...found].sort()).toEqual(Object.keys(standingTone).sort())
})

test.each([
  ['placed', 'pending', 'bank_transfer', 'awaiting-transfer'],
  ['placed', 'unpaid', 'bitcoin', 'awaiting-payment'],
  ['placed', 'pending', 'usdt', 'payment-seen'],
  ['placed', 'partially_paid', 'bitcoin', 'partly-paid'],
  ['placed', 'unpaid', 'pay_on_delivery', 'awaiting-confirmation'],
  ['confirmed', 'unpaid', 'pay_on_delivery', 'confirmed'],
  ['confirmed', 'paid', 'bitcoin', 'confirmed'],
  ['scheduled', 'pending', 'bitcoin', 'on-hold'],
  ['cancelled', 'refund_pending', 'bank_transfer', 'refund-pending'],
  ['cancelled', 'unpaid', 'bank_transfer', 'cancelled'],
  ['completed', 'paid', 'bitcoin', 'completed'],
] as const)('%s, %s, %s is %s', (state, payment, method, standing) => {
  expect(orderStanding(buildOrder({ state, payment, method }))).toBe(standing)
})

test('what is over is not looked at again', () => {
  const at = (state: 'completed' | 'cancelled' | 'placed', payment: 'paid' | 'refund_pending' | 'unpaid') =>
    orderNextLookMs(buildOrder({ state, payment }))
  expect(at('completed', 'paid')).toBeNull()
  expect(at('cancelled', 'unpaid')).toBeNull()
  expect(at('cancelled', 'refund_pending')).toBe(60_000)
  expect(at('placed', 'unpaid')).toBe(20_000)
  expect(orderNextLookMs(null)).toBeNull()
})
