import { DeskOrderActionSchema } from '@shipminer/contract/desk'
import { listOrderEvents, orderEventTypes } from '@shipminer/domain/orders/order-machine'
import { buildOrder } from '@shipminer/testkit/orders'
import { expect, test } from 'vitest'
import { orderActions } from './desk-orders.policy.ts'

test('an action is there exactly when its event is', () => {
  expect(orderActions([], false, [])).toEqual([])
  expect(orderActions(orderEventTypes, false, []).toSorted()).toEqual(
    [...DeskOrderActionSchema.options].toSorted(),
  )
  for (const [event, action] of [
    ['install', 'install'],
    ['complete', 'complete'],
    ['cancel', 'cancel'],
    ['request-refund', 'request-refund'],
    ['refund', 'refund-paid'],
    ['pay', 'book-bank'],
  ] as const)
    expect(orderActions([event], false, [])).toEqual([action])
  for (const other of ['place', 'withdraw', 'expire', 'reinstate', 'confirm', 'choose-method'] as const)
    expect(orderActions([other], false, [])).toEqual([])
})

test('an excess is paid back while the order goes on', () => {
  const order = buildOrder({ state: 'confirmed', payment: 'paid', method: 'bank_transfer' })
  expect(orderActions(listOrderEvents(order, 'provider'), true, ['shipped'])).toEqual([
    'schedule',
    'cancel',
    'refund-paid',
  ])
})

test.each([
  [[], ['built', 'shipped', 'schedule']],
  [['built'], ['shipped', 'schedule']],
  [['built', 'shipped'], ['schedule']],
  [['shipped'], ['schedule']],
])('after %j an order that may be planned can be %j', (happened, actions) => {
  expect(orderActions(['schedule'], false, happened)).toEqual(actions)
})
