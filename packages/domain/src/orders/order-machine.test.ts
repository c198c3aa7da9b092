import { buildOrder } from '@shipminer/testkit/orders'
import { describe, expect, test } from 'vitest'
import {
  fulfilmentStates,
  isOnHold,
  type Order,
  orderActors,
  orderStates,
  type PaymentMethod,
  paymentMethods,
  paymentStates,
} from './order.ts'
import {
  listOrderEvents,
  type OrderEvent,
  orderEventTypes,
  reservesStock,
  transitionOrder,
} from './order-machine.ts'

/**
 * Every order that can come to be, as state/payment/fulfilment, and below it what can happen: the event, who may cause it (b buyer, p provider,
 * s system, w watcher) and what the order becomes (* another method). USDT is as Bitcoin.
 */
const expected = {
  bank_transfer: `
  cancelled/refund_pending/installed
    revert-payment ps cancelled/unpaid/installed
    refund p cancelled/refunded/installed
  cancelled/refund_pending/none
    revert-payment ps cancelled/unpaid/none
    refund p cancelled/refunded/none
  cancelled/refunded/installed
  cancelled/refunded/none
  cancelled/unpaid/installed
    pay-part ps cancelled/refund_pending/installed
    pay ps cancelled/refund_pending/installed
  cancelled/unpaid/none
    pay-part ps cancelled/refund_pending/none
    pay ps cancelled/refund_pending/none
  completed/paid/installed
    revert-payment ps completed/pending/installed
    withdraw bp cancelled/refund_pending/installed
    request-refund bp completed/refund_pending/installed
  completed/partially_paid/installed
    pay-part ps completed/partially_paid/installed
    pay ps completed/paid/installed
    revert-payment ps completed/pending/installed
    withdraw bp cancelled/refund_pending/installed
  completed/pending/installed
    pay-part ps completed/partially_paid/installed
    pay ps completed/paid/installed
    withdraw bp cancelled/unpaid/installed
  completed/refund_pending/installed
    withdraw bp cancelled/refund_pending/installed
    decline-refund p completed/paid/installed
    refund p completed/refunded/installed
  completed/refunded/installed
  confirmed/paid/none
    revert-payment ps confirmed/pending/none
    schedule p scheduled/paid/scheduled
    cancel p cancelled/refund_pending/none
    withdraw bp cancelled/refund_pending/none
  confirmed/partially_paid/none
    pay-part ps confirmed/partially_paid/none
    pay ps confirmed/paid/none
    revert-payment ps confirmed/pending/none
    cancel p cancelled/refund_pending/none
    withdraw bp cancelled/refund_pending/none
  confirmed/pending/none
    pay-part ps confirmed/partially_paid/none
    pay ps confirmed/paid/none
    cancel p cancelled/unpaid/none
    withdraw bp cancelled/unpaid/none
  draft/unpaid/none
    place bp placed/pending/none
    cancel bp cancelled/unpaid/none
  expired/refund_pending/none
    revert-payment ps expired/unpaid/none
    reinstate ps placed/partially_paid/none
    refund p expired/refunded/none
  expired/refunded/none
  expired/unpaid/none
    pay-part ps expired/refund_pending/none
    pay ps expired/refund_pending/none
    reinstate ps placed/pending/none
  installed/paid/installed
    revert-payment ps installed/pending/installed
    complete ps completed/paid/installed
    withdraw bp cancelled/refund_pending/installed
  installed/partially_paid/installed
    pay-part ps installed/partially_paid/installed
    pay ps installed/paid/installed
    revert-payment ps installed/pending/installed
    withdraw bp cancelled/refund_pending/installed
  installed/pending/installed
    pay-part ps installed/partially_paid/installed
    pay ps installed/paid/installed
    withdraw bp cancelled/unpaid/installed
  placed/partially_paid/none
    pay-part ps placed/partially_paid/none
    pay ps confirmed/paid/none
    revert-payment ps placed/pending/none
    cancel p cancelled/refund_pending/none
    withdraw bp cancelled/refund_pending/none
    expire s expired/refund_pending/none
  placed/pending/none
    choose-method bp *
    pay-part ps placed/partially_paid/none
    pay ps confirmed/paid/none
    cancel bp cancelled/unpaid/none
    withdraw bp cancelled/unpaid/none
    expire s expired/unpaid/none
  scheduled/paid/scheduled
    revert-payment ps scheduled/pending/scheduled
    schedule p scheduled/paid/scheduled
    install p installed/paid/installed
    cancel p cancelled/refund_pending/none
    withdraw bp cancelled/refund_pending/none
  scheduled/partially_paid/scheduled
    pay-part ps scheduled/partially_paid/scheduled
    pay ps scheduled/paid/scheduled
    revert-payment ps scheduled/pending/scheduled
    cancel p cancelled/refund_pending/none
    withdraw bp cancelled/refund_pending/none
  scheduled/pending/scheduled
    pay-part ps scheduled/partially_paid/scheduled
    pay ps scheduled/paid/scheduled
    cancel p cancelled/unpaid/none
    withdraw bp cancelled/unpaid/none
`,
  bitcoin: `
  cancelled/pending/installed
    lose-payment w cancelled/unpaid/installed
    pay-part pw cancelled/refund_pending/installed
    pay pw cancelled/refund_pending/installed
  cancelled/pending/none
    lose-payment w cancelled/unpaid/none
    pay-part pw cancelled/refund_pending/none
    pay pw cancelled/refund_pending/none
  cancelled/refund_pending/installed
    revert-payment pw cancelled/pending/installed
    refund p cancelled/refunded/installed
  cancelled/refund_pending/none
    revert-payment pw cancelled/pending/none
    refund p cancelled/refunded/none
  cancelled/refunded/installed
  cancelled/refunded/none
  cancelled/unpaid/installed
    see-payment w cancelled/pending/installed
    pay-part pw cancelled/refund_pending/installed
    pay pw cancelled/refund_pending/installed
  cancelled/unpaid/none
    see-payment w cancelled/pending/none
    pay-part pw cancelled/refund_pending/none
    pay pw cancelled/refund_pending/none
  completed/paid/installed
    revert-payment pw completed/pending/installed
    withdraw bp cancelled/refund_pending/installed
    request-refund bp completed/refund_pending/installed
  completed/partially_paid/installed
    pay-part pw completed/partially_paid/installed
    pay pw completed/paid/installed
    revert-payment pw completed/pending/installed
    withdraw bp cancelled/refund_pending/installed
  completed/pending/installed
    lose-payment w completed/unpaid/installed
    pay-part pw completed/partially_paid/installed
    pay pw completed/paid/installed
    withdraw bp cancelled/pending/installed
  completed/refund_pending/installed
    withdraw bp cancelled/refund_pending/installed
    decline-refund p completed/paid/installed
    refund p completed/refunded/installed
  completed/refunded/installed
  completed/unpaid/installed
    see-payment w completed/pending/installed
    pay-part pw completed/partially_paid/installed
    pay pw completed/paid/installed
    withdraw bp cancelled/unpaid/installed
  confirmed/paid/none
    revert-payment pw confirmed/pending/none
    schedule p scheduled/paid/scheduled
    cancel p cancelled/refund_pending/none
    withdraw bp cancelled/refund_pending/none
  confirmed/partially_paid/none
    pay-part pw confirmed/partially_paid/none
    pay pw confirmed/paid/none
    revert-payment pw confirmed/pending/none
    cancel p cancelled/refund_pending/none
    withdraw bp cancelled/refund_pending/none
  confirmed/pending/none
    lose-payment w confirmed/unpaid/none
    pay-part pw confirmed/partially_paid/none
    pay pw confirmed/paid/none
    cancel p cancelled/pending/none
    withdraw bp cancelled/pending/none
  confirmed/unpaid/none
    see-payment w confirmed/pending/none
    pay-part pw confirmed/partially_paid/none
    pay pw confirmed/paid/none
    cancel p cancelled/unpaid/none
    withdraw bp cancelled/unpaid/none
  draft/unpaid/none
    place bp placed/unpaid/none
    cancel bp cancelled/unpaid/none
  expired/pending/none
    lose-payment w expired/unpaid/none
    pay-part pw expired/refund_pending/none
    pay pw expired/refund_pending/none
    reinstate pw placed/pending/none
  expired/refund_pending/none
    revert-payment pw expired/pending/none
    reinstate pw placed/partially_paid/none
    refund p expired/refunded/none
  expired/refunded/none
  expired/unpaid/none
    see-payment w expired/pending/none
    pay-part pw expired/refund_pending/none
    pay pw expired/refund_pending/none
    reinstate pw placed/unpaid/none
  installed/paid/installed
    revert-payment pw installed/pending/installed
    complete ps completed/paid/installed
    withdraw bp cancelled/refund_pending/installed
  installed/partially_paid/installed
    pay-part pw installed/partially_paid/installed
    pay pw installed/paid/installed
    revert-payment pw installed/pending/installed
    withdraw bp cancelled/refund_pending/installed
  installed/pending/installed
    lose-payment w installed/unpaid/installed
    pay-part pw installed/partially_paid/installed
    pay pw installed/paid/installed
    withdraw bp cancelled/pending/installed
  installed/unpaid/installed
    see-payment w installed/pending/installed
    pay-part pw installed/partially_paid/installed
    pay pw installed/paid/installed
    withdraw bp cancelled/unpaid/installed
  placed/partially_paid/none
    pay-part pw placed/partially_paid/none
    pay pw confirmed/paid/none
    revert-payment pw placed/pending/none
    cancel p cancelled/refund_pending/none
    withdraw bp cancelled/refund_pending/none
    expire s expired/refund_pending/none
  placed/pending/none
    lose-payment w placed/unpaid/none
    pay-part pw placed/partially_paid/none
    pay pw confirmed/paid/none
    cancel p cancelled/pending/none
    withdraw bp cancelled/pending/none
  placed/unpaid/none
    choose-method bp *
    see-payment w placed/pending/none
    pay-part pw placed/partially_paid/none
    pay pw confirmed/paid/none
    cancel bp cancelled/unpaid/none
    withdraw bp cancelled/unpaid/none
    expire s expired/unpaid/none
  scheduled/paid/scheduled
    revert-payment pw scheduled/pending/scheduled
    schedule p scheduled/paid/scheduled
    install p installed/paid/installed
    cancel p cancelled/refund_pending/none
    withdraw bp cancelled/refund_pending/none
  scheduled/partially_paid/scheduled
    pay-part pw scheduled/partially_paid/scheduled
    pay pw scheduled/paid/scheduled
    revert-payment pw scheduled/pending/scheduled
    cancel p cancelled/refund_pending/none
    withdraw bp cancelled/refund_pending/none
  scheduled/pending/scheduled
    lose-payment w scheduled/unpaid/scheduled
    pay-part pw scheduled/partially_paid/scheduled
    pay pw scheduled/paid/scheduled
    cancel p cancelled/pending/none
    withdraw bp cancelled/pending/none
  scheduled/unpaid/scheduled
    see-payment w scheduled/pending/scheduled
    pay-part pw scheduled/partially_paid/scheduled
    pay pw scheduled/paid/scheduled
    cancel p cancelled/unpaid/none
    withdraw bp cancelled/unpaid/none
`,
  pay_on_delivery: `
  cancelled/refund_pending/installed
    revert-payment p cancelled/unpaid/installed
    refund p cancelled/refunded/installed
  cancelled/refund_pending/none
    revert-payment p cancelled/unpaid/none
    refund p cancelled/refunded/none
  cancelled/refunded/installed
  cancelled/refunded/none
  cancelled/unpaid/installed
    pay-part p cancelled/refund_pending/installed
    pay p cancelled/refund_pending/installed
  cancelled/unpaid/none
    pay-part p cancelled/refund_pending/none
    pay p cancelled/refund_pending/none
  completed/paid/installed
    revert-payment p completed/unpaid/installed
    withdraw bp cancelled/refund_pending/installed
    request-refund bp completed/refund_pending/installed
  completed/partially_paid/installed
    pay-part p completed/partially_paid/installed
    pay p completed/paid/installed
    revert-payment p completed/unpaid/installed
    withdraw bp cancelled/refund_pending/installed
  completed/refund_pending/installed
    withdraw bp cancelled/refund_pending/installed
    decline-refund p completed/paid/installed
    refund p completed/refunded/installed
  completed/refunded/installed
  completed/unpaid/installed
    pay-part p completed/partially_paid/installed
    pay p completed/paid/installed
    withdraw bp cancelled/unpaid/installed
  confirmed/paid/none
    revert-payment p confirmed/unpaid/none
    schedule p scheduled/paid/scheduled
    cancel p cancelled/refund_pending/none
    withdraw bp cancelled/refund_pending/none
  confirmed/partially_paid/none
    pay-part p confirmed/partially_paid/none
    pay p confirmed/paid/none
    revert-payment p confirmed/unpaid/none
    agree p confirmed/partially_paid/none
    schedule p scheduled/partially_paid/scheduled
    cancel p cancelled/refund_pending/none
    withdraw bp cancelled/refund_pending/none
    expire s expired/refund_pending/none
  confirmed/unpaid/none
    pay-part p confirmed/partially_paid/none
    pay p confirmed/paid/none
    agree p confirmed/unpaid/none
    schedule p scheduled/unpaid/scheduled
    cancel p cancelled/unpaid/none
    withdraw bp cancelled/unpaid/none
    expire s expired/unpaid/none
  draft/unpaid/none
    place bp placed/unpaid/none
    cancel bp cancelled/unpaid/none
  expired/refund_pending/none
    revert-payment p expired/unpaid/none
    reinstate p placed/partially_paid/none
    refund p expired/refunded/none
  expired/refunded/none
  expired/unpaid/none
    pay-part p expired/refund_pending/none
    pay p expired/refund_pending/none
    reinstate p placed/unpaid/none
  installed/paid/installed
    revert-payment p installed/unpaid/installed
    complete ps completed/paid/installed
    withdraw bp cancelled/refund_pending/installed
  installed/partially_paid/installed
    pay-part p installed/partially_paid/installed
    pay p installed/paid/installed
    revert-payment p installed/unpaid/installed
    withdraw bp cancelled/refund_pending/installed
  installed/unpaid/installed
    pay-part p installed/partially_paid/installed
    pay p installed/paid/installed
    withdraw bp cancelled/unpaid/installed
  placed/partially_paid/none
    pay-part p placed/partially_paid/none
    pay p confirmed/paid/none
    revert-payment p placed/unpaid/none
    confirm ps confirmed/partially_paid/none
    cancel p cancelled/refund_pending/none
    withdraw bp cancelled/refund_pending/none
    expire s expired/refund_pending/none
  placed/unpaid/none
    choose-method bp *
    pay-part p placed/partially_paid/none
    pay p confirmed/paid/none
    confirm ps confirmed/unpaid/none
    cancel bp cancelled/unpaid/none
    withdraw bp cancelled/unpaid/none
    expire s expired/unpaid/none
  scheduled/paid/scheduled
    revert-payment p scheduled/unpaid/scheduled
    schedule p scheduled/paid/scheduled
    install p installed/paid/installed
    cancel p cancelled/refund_pending/none
    withdraw bp cancelled/refund_pending/none
  scheduled/partially_paid/scheduled
    pay-part p scheduled/partially_paid/scheduled
    pay p scheduled/paid/scheduled
    revert-payment p scheduled/unpaid/scheduled
    schedule p scheduled/partially_paid/scheduled
    install p installed/partially_paid/installed
    cancel p cancelled/refund_pending/none
    withdraw bp cancelled/refund_pending/none
  scheduled/unpaid/scheduled
    pay-part p scheduled/partially_paid/scheduled
    pay p scheduled/paid/scheduled
    schedule p scheduled/unpaid/scheduled
    install p installed/unpaid/installed
    cancel p cancelled/unpaid/none
    withdraw bp cancelled/unpaid/none
`,
} as const satisfies Partial<Record<PaymentMethod, string>>

function eventOf(type: OrderEvent['type'], actor: OrderEvent['actor'], order: Order): OrderEvent {
  if (type !== 'choose-method') return { type, actor }
  return { type, actor, method: order.method === 'usdt' ? 'bitcoin' : 'usdt' }
}

function keyOf({ state, payment, fulfilment }: Order): string {
  return `${state}/${payment}/${fulfilment}`
}

/** All orders that can come out of a draft without another method being chosen. */
function walk(method: PaymentMethod): { orders: Order[]; matrix: string } {
  const draft = buildOrder({ state: 'draft', method })
  const orders = new Map([[keyOf(draft), draft]])
  const rows: string[] = []
  for (const order of orders.values()) {
    const lines = [`  ${keyOf(order)}`]
    for (const type of orderEventTypes) {
      const results = new Map<string, string>()
      for (const actor of orderActors) {
        const result = transitionOrder(order, eventOf(type, actor, order))
        if (!result.ok) continue
        const isSame = result.order.method === method
        const key = isSame ? keyOf(result.order) : '*'
        results.set(key, `${results.get(key) ?? ''}${actor.charAt(0)}`)
        if (isSame && !orders.has(key)) orders.set(key, result.order)
      }
      for (const [key, actors] of results) lines.push(`    ${type} ${actors} ${key}`)
    }
    rows.push(lines.join('\n'))
  }
  return { orders: [...orders.values()], matrix: `\n${rows.toSorted().join('\n')}\n` }
}

test.each(['bank_transfer', 'bitcoin', 'pay_on_delivery'] as const)('the matrix of %s', (method) => {
  expect(walk(method).matrix).toBe(expected[method])
})

test('USDT is as Bitcoin', () => {
  expect(walk('usdt').matrix).toBe(expected.bitcoin)
})

const all = paymentMethods.flatMap((method) => walk(method).orders)

test('every state of each axis is reached', () => {
  expect(new Set(all.map(({ state }) => state))).toEqual(new Set(orderStates))
  expect(new Set(all.map(({ payment }) => payment))).toEqual(new Set(paymentStates))
  expect(new Set(all.map(({ fulfilment }) => fulfilment))).toEqual(new Set(fulfilmentStates))
})

describe('what holds for every order', () => {
  test.each(all.map((order) => [order.method, keyOf(order), order] as const))('%s %s', (_, _key, order) => {
    const { state, payment, fulfilment } = order
    if (state === 'draft') expect(payment).toBe('unpaid')
    if (state === 'scheduled') expect(fulfilment).toBe('scheduled')
    if (state === 'installed' || state === 'completed') expect(fulfilment).toBe('installed')
    if (state === 'placed' || state === 'confirmed' || state === 'expired') expect(fulfilment).toBe('none')
    if (state === 'placed') expect(payment).not.toBe('paid')
    if (state === 'cancelled' || state === 'expired') {
      expect(['paid', 'partially_paid']).not.toContain(payment)
      expect(reservesStock(order)).toBe(false)
    }
    if (isOnHold(order)) {
      const steps = listOrderEvents(order, 'provider')
      expect(steps).not.toContain('schedule')
      expect(steps).not.toContain('install')
      expect(steps).not.toContain('complete')
    }
  })
})

test('nobody but the provider, the import and a watcher says that money came', () => {
  for (const order of all) {
    const bought = listOrderEvents(order, 'buyer')
    for (const type of ['pay', 'pay-part', 'see-payment', 'confirm', 'refund'] as const)
      expect(bought).not.toContain(type)
  }
})

test('an order that holds money is not cancelled by the buyer, and expires only while a part is missing: its money goes back', () => {
  for (const order of all) {
    const hasMoney =
      order.payment === 'partially_paid' ||
      order.payment === 'paid' ||
      (order.payment === 'pending' && order.method !== 'bank_transfer')
    if (!hasMoney) continue
    const ended = transitionOrder(order, { type: 'expire', actor: 'system' })
    const isOpen =
      order.state === 'placed' || (order.state === 'confirmed' && order.method === 'pay_on_delivery')
    if (order.payment === 'partially_paid' && isOpen)
      expect(ended).toMatchObject({ ok: true, order: { state: 'expired', payment: 'refund_pending' } })
    else expect(ended.ok).toBe(false)
    expect(listOrderEvents(order, 'buyer')).not.toContain('cancel')
  }
})

test('any order, even one that cannot be, gets an answer', () => {
  for (const method of paymentMethods)
    for (const state of orderStates)
      for (const payment of paymentStates)
        for (const fulfilment of fulfilmentStates)
          for (const type of orderEventTypes)
            for (const actor of orderActors) {
              const order: Order = { state, payment, fulfilment, method }
              const before = JSON.stringify(order)
              const result = transitionOrder(order, eventOf(type, actor, order))
              expect(result.ok ? keyOf(result.order) : result.reason).toMatch(/./)
              expect(JSON.stringify(order)).toBe(before)
            }
})

const placed = buildOrder()

test.each([
  ['pay', 'buyer', placed, 'wrong-actor'],
  ['place', 'buyer', placed, 'wrong-state'],
  ['pay', 'system', placed, 'wrong-method'],
  ['pay', 'watcher', { ...placed, method: 'bank_transfer' }, 'wrong-method'],
  ['pay', 'provider', { ...placed, state: 'confirmed', payment: 'paid' }, 'already-paid'],
  ['confirm', 'provider', placed, 'not-paid'],
  ['schedule', 'provider', { ...placed, state: 'confirmed', payment: 'pending' }, 'not-paid'],
  ['complete', 'provider', { ...placed, state: 'installed', method: 'pay_on_delivery' }, 'not-paid'],
  ['cancel', 'buyer', { ...placed, payment: 'pending' }, 'money-under-way'],
  ['cancel', 'buyer', { ...placed, payment: 'partially_paid' }, 'has-money'],
  ['cancel', 'buyer', { ...placed, state: 'confirmed', payment: 'paid' }, 'wrong-state'],
  ['expire', 'system', { ...placed, payment: 'pending' }, 'money-under-way'],
  ['expire', 'system', { ...placed, state: 'confirmed', payment: 'partially_paid' }, 'wrong-state'],
  ['expire', 'system', { ...placed, state: 'scheduled', method: 'pay_on_delivery' }, 'wrong-state'],
  ['expire', 'provider', { ...placed, state: 'confirmed', method: 'pay_on_delivery' }, 'wrong-actor'],
  ['agree', 'provider', { ...placed, state: 'confirmed', payment: 'pending' }, 'wrong-method'],
  ['refund', 'provider', { ...placed, state: 'cancelled' }, 'wrong-payment'],
] as Array<[Exclude<OrderEvent['type'], 'choose-method'>, OrderEvent['actor'], Order, string]>)(
  '%s by %s of %o is refused: %s',
  (type, actor, order, reason) => {
    expect(transitionOrder(order, { type, actor })).toEqual({ ok: false, reason })
  },
)

test('another method, while no money came', () => {
  const choose = (order: Order, method: PaymentMethod) =>
    transitionOrder(order, { type: 'choose-method', actor: 'buyer', method })
  expect(choose(placed, 'bank_transfer')).toEqual({
    ok: true,
    order: { ...placed, method: 'bank_transfer', payment: 'pending' },
  })
  expect(choose({ ...placed, method: 'bank_transfer', payment: 'pending' }, 'usdt')).toEqual({
    ok: true,
    order: { ...placed, method: 'usdt' },
  })
  expect(choose(placed, 'bitcoin')).toEqual({ ok: false, reason: 'wrong-method' })
  expect(choose({ ...placed, payment: 'pending' }, 'usdt')).toEqual({ ok: false, reason: 'money-under-way' })
})
