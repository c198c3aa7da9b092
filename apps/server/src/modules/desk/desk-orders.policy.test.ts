import { DeskOrderActionSchema } from '@shipminer/contract/desk'
import { listOrderEvents, orderEventTypes } from '@shipminer/domain/orders/order-machine'
import { buildOrder } from '@shipminer/testkit/orders'
import { expect, test } from 'vitest'
import { orderActions } from './desk-orders.policy.ts'

const neither = { hasOpenRefund: false, lapses: false, hasLapsed: false }

test('an action is there exactly when its event is', () => {
  expect(orderActions([], neither, [])).toEqual([])
  expect(orderActions(orderEventTypes, { ...neither, lapses: true, hasLapsed: true }, []).toSorted()).toEqual(
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
    expect(orderActions([event], neither, [])).toEqual([action])
  for (const other of ['place', 'withdraw', 'expire', 'reinstate', 'confirm', 'choose-method'] as const)
    expect(orderActions([other], neither, [])).toEqual([])
})

test('an excess is paid back while the order goes on', () => {
  const order = buildOrder({ state: 'confirmed', payment: 'paid', method: 'bank_transfer' })
  expect(
    orderActions(listOrderEvents(order, 'provider'), { ...neither, hasOpenRefund: true }, ['shipped']),
  ).toEqual(['schedule', 'cancel', 'refund-paid'])
})

test('an order is kept only while it lapses by itself', () => {
  const order = buildOrder({ state: 'confirmed', method: 'pay_on_delivery' })
  const actions = (lapses: boolean) =>
    orderActions(listOrderEvents(order, 'provider'), { ...neither, lapses }, [])
  expect(actions(true)).toEqual(['agree', ...actions(false)])
  expect(actions(false)).toContain('schedule')
})

test.each([
  [[], ['built', 'shipped', 'schedule']],
  [['built'], ['shipped', 'schedule']],
  [['built', 'shipped'], ['schedule']],
  [['shipped'], ['schedule']],
])('after %j an order that may be planned can be %j', (happened, actions) => {
  expect(orderActions(['schedule'], neither, happened)).toEqual(actions)
})
