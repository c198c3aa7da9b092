import { fulfilmentStates, orderStates, paymentMethods, paymentStates } from '@shipminer/domain/orders/order'
import { languages } from '@shipminer/i18n/languages'
import { describe, expect, test } from 'vitest'
import { type OrderFacts, orderNow, orderSteps } from './order-now.ts'

const facts = (change: Partial<OrderFacts> = {}): OrderFacts => ({
  state: 'placed',
  payment: 'unpaid',
  fulfilment: 'none',
  method: 'bank_transfer',
  lines: [],
  remainingCents: 1_750_000,
  expiresAt: null,
  installationOn: null,
  installedAt: null,
  deliveryWeek: null,
  isFitted: true,
  placedAt: '2026-05-01T10:00:00.000Z',
  events: [],
  refunds: [],
  ...change,
})
const event = (kind: string, at = '2026-05-03T10:00:00.000Z') => ({
  at,
  kind,
  actor: 'provider' as const,
  note: null,
})

const known: Partial<OrderFacts> = {
  expiresAt: '2026-05-15T10:00:00.000Z',
  installationOn: '2026-06-12',
  installedAt: '2026-06-12T10:00:00.000Z',
  deliveryWeek: { week: 14, year: 2027 },
  events: [event('built')],
}
const axes = orderStates.flatMap((state) =>
  paymentStates.flatMap((payment) =>
    fulfilmentStates.flatMap((fulfilment) =>
      paymentMethods.map((method) => ({ state, payment, fulfilment, method })),
    ),
  ),
)
const all = axes.flatMap((one) =>
  [true, false].flatMap((isFitted) => [facts({ ...one, isFitted }), facts({ ...one, isFitted, ...known })]),
)

describe.each(languages)('in %s', (language) => {
  test('every state × way to pay has its sentences, and each names only what is known', async () => {
    const texts = (
      await import(`../../../../../../packages/i18n/src/locales/${language}/order.json`, {
        with: { type: 'json' },
      })
    ).default as Record<string, string>
    for (const order of all) {
      const { said, todo } = orderNow(order)
      for (const [prefix, phrase] of [
        ...said.map((one) => ['now', one] as const),
        ['todo', todo] as const,
        ...orderSteps(order).map(({ key }) => ['step', { key }] as const),
      ]) {
        const name = `${prefix}.${phrase.key}`
        const found = [name, `${name}_one`, `${name}_few`, `${name}_other`].flatMap((key) => texts[key] ?? [])
        expect([name, found.length > 0]).toEqual([name, true])
        for (const text of found)
          for (const [, value] of text.matchAll(/\{\{(\w+)\}\}/g))
            expect([name, Object.keys(phrase)]).toEqual([name, expect.arrayContaining([value])])
      }
    }
  })
})

test('nothing is dated that has no date', () => {
  for (const order of axes.map((one) => facts(one))) {
    const { said, todo } = orderNow(order)
    for (const phrase of [...said, todo])
      expect([phrase.key, 'date' in phrase || 'week' in phrase]).toEqual([phrase.key, false])
    for (const { key, at, planned } of orderSteps(order))
      expect([key, key === 'ordered' ? null : at, planned]).toEqual([key, null, null])
  }
})

const keys = (order: OrderFacts) => {
  const { said, todo } = orderNow(order)
  return [...said.map(({ key }) => key), todo.key].join(' ')
}

test.each<[string, Partial<OrderFacts>, string]>([
  [
    'a transfer is awaited',
    { payment: 'pending', expiresAt: '2026-05-15T10:00:00.000Z' },
    'awaiting-transfer pay-by',
  ],
  ['a coin is awaited, without an end', { method: 'bitcoin' }, 'awaiting-payment pay'],
  ['a coin was seen', { method: 'usdt', payment: 'pending' }, 'payment-seen nothing'],
  ['a part is there', { payment: 'partially_paid' }, 'partly-paid pay'],
  [
    'paid, week known',
    { state: 'confirmed', payment: 'paid', deliveryWeek: { week: 14, year: 2027 } },
    'paid making week call',
  ],
  ['paid, nothing known', { state: 'confirmed', payment: 'paid' }, 'paid making day-open nothing'],
  [
    'paid and built',
    { state: 'confirmed', payment: 'paid', events: [event('built')] },
    'paid built day-open nothing',
  ],
  [
    'to be paid on delivery',
    { state: 'confirmed', method: 'pay_on_delivery' },
    'agreed making day-open pay-later',
  ],
  [
    'the day is set',
    { state: 'scheduled', payment: 'paid', installationOn: '2026-06-12' },
    'paid making fit-on aboard',
  ],
  [
    'the day is set, paid that day',
    { state: 'scheduled', method: 'pay_on_delivery', installationOn: '2026-06-12' },
    'agreed making fit-on aboard-pay',
  ],
  [
    'sent, on its way',
    {
      state: 'scheduled',
      payment: 'paid',
      isFitted: false,
      installationOn: '2026-06-12',
      events: [event('shipped')],
    },
    'paid shipped-sent arrives-on nothing',
  ],
  [
    'fitted',
    { state: 'installed', payment: 'paid', installedAt: '2026-06-12T10:00:00.000Z' },
    'paid fitted-on claim',
  ],
  ['fitted, not paid', { state: 'installed', method: 'pay_on_delivery' }, 'fitted not-paid settle'],
  [
    'money gone again',
    { state: 'scheduled', method: 'bitcoin', payment: 'pending' },
    'on-hold check-payment',
  ],
  ['over in time', { state: 'expired' }, 'expired again'],
  ['money goes back', { state: 'cancelled', payment: 'refund_pending' }, 'refund-pending nothing'],
])('%s', (_name, change, said) => expect(keys(facts(change))).toBe(said))

test('somebody who has not said where the money goes is asked', () => {
  const refund = {
    id: 'r',
    amountCents: 1,
    requestedAt: 1,
    claim: null,
    canChange: true,
    paidAt: null,
    proof: null,
  }
  const order = facts({ state: 'cancelled', payment: 'refund_pending', refunds: [refund] })
  expect(keys(order)).toBe('refund-pending refund-to')
})

const steps = (order: OrderFacts) =>
  orderSteps(order).map(({ key, isDone, at, planned }) => [key, isDone, at ?? planned])

test('the way of an order, with the days that are known', () => {
  const paid: Partial<OrderFacts> = {
    payment: 'paid',
    events: [event('pay'), event('built', '2026-05-20T10:00:00.000Z')],
  }
  expect(steps(facts({ state: 'scheduled', installationOn: '2026-06-12', ...paid }))).toEqual([
    ['ordered', true, '2026-05-01T10:00:00.000Z'],
    ['paid', true, '2026-05-03T10:00:00.000Z'],
    ['built', true, '2026-05-20T10:00:00.000Z'],
    ['shipped', false, null],
    ['fitted', false, { date: '2026-06-12' }],
  ])
  // What is on board was built and shipped, although nobody wrote down when.
  expect(
    steps(facts({ state: 'installed', payment: 'paid', installedAt: '2026-06-12T10:00:00.000Z' })),
  ).toEqual([
    ['ordered', true, '2026-05-01T10:00:00.000Z'],
    ['paid', true, null],
    ['built', true, null],
    ['shipped', true, null],
    ['fitted', true, '2026-06-12T10:00:00.000Z'],
  ])
})

test('who pays on delivery pays last; what is sent is delivered', () => {
  const order = facts({ state: 'confirmed', method: 'pay_on_delivery', isFitted: false })
  expect(orderSteps(order).map(({ key }) => key)).toEqual([
    'ordered',
    'built',
    'shipped',
    'delivered',
    'paid',
  ])
})

test('a part or a seen payment is not paid yet; an order that was never paid is not', () => {
  for (const payment of ['unpaid', 'pending', 'partially_paid'] as const)
    expect(steps(facts({ payment }))[1]).toEqual(['paid', false, null])
})
