import { IntentExceptionSchema, IntentStatusSchema } from '@shipminer/contract/shop/payments'
import { describe, expect, test } from 'vitest'
import { buildIntent, buildObserved } from './intent.fixture.ts'
import { nextLookMs, type PaymentNotice, paymentView, strayPayments } from './payment-view.ts'

const statuses = IntentStatusSchema.options
const exceptions = IntentExceptionSchema.options
const now = Date.parse('2026-11-20T12:05:00.000Z')

test.each([
  ['creating', 'creating', 0],
  ['awaiting_transfer', 'awaiting', 1],
  ['detected', 'detected', 2],
  ['confirming', 'confirming', 3],
  ['confirmed', 'confirmed', 4],
  ['manually_completed', 'completed', 4],
  ['expired', 'expired', 1],
  ['failed', 'failed', 1],
  ['canceled', 'canceled', 0],
] as const)('%s is shown as %s with %d marks', (status, stage, reached) => {
  expect(paymentView(buildIntent({ status }))).toMatchObject({ stage, reached })
})

describe('what to pay', () => {
  test('is shown while a transfer is awaited and something remains', () => {
    expect(paymentView(buildIntent()).isPayable).toBe(true)
    expect(paymentView(buildIntent({ address: null })).isPayable).toBe(false)
    for (const amountRemaining of ['0', '0.00', '-0.001'])
      expect(paymentView(buildIntent({ amountRemaining })).isPayable).toBe(false)
    for (const status of statuses.filter((one) => one !== 'awaiting_transfer'))
      expect(paymentView(buildIntent({ status })).isPayable, status).toBe(false)
  })

  test('a payment is over when it ended without being paid', () => {
    const over = statuses.filter((status) => paymentView(buildIntent({ status })).isOver)
    expect(over).toEqual(['expired', 'failed', 'canceled'])
  })

  test('nothing is to be paid again while people have to look at money that came', () => {
    const held = (part: Parameters<typeof buildIntent>[0]) => paymentView(buildIntent(part)).isHeld
    expect(held({ status: 'expired' })).toBe(false)
    expect(held({ status: 'expired', amountReceived: '0.1' })).toBe(true)
    expect(held({ exceptions: ['underpaid'], amountReceived: '0.1' })).toBe(false)
    expect(held({ exceptions: ['wrong_network'] })).toBe(true)
    expect(held({ exceptions: ['wrong_token'] })).toBe(false)
    expect(held({ status: 'confirmed', exceptions: ['wrong_network'] })).toBe(false)
    expect(paymentView(buildIntent({ exceptions: ['wrong_network'] })).isPayable).toBe(false)
  })
})

describe('notices', () => {
  const expected: Record<(typeof exceptions)[number], Partial<Record<string, PaymentNotice>>> = {
    underpaid: {
      creating: 'underpaid',
      awaiting_transfer: 'underpaid',
      detected: 'underpaid',
      confirming: 'underpaid',
      expired: 'underpaid-expired',
      failed: 'underpaid',
      canceled: 'underpaid',
    },
    overpaid: Object.fromEntries(statuses.map((status) => [status, 'overpaid'])),
    late: Object.fromEntries(
      statuses.map((status) => [status, status === 'expired' ? 'late' : 'late-accepted']),
    ),
    replaced: Object.fromEntries(statuses.map((status) => [status, 'replaced'])),
    reorged: Object.fromEntries(statuses.map((status) => [status, 'reorged'])),
    wrong_network: Object.fromEntries(statuses.map((status) => [status, 'wrong-network'])),
    wrong_token: Object.fromEntries(statuses.map((status) => [status, 'wrong-token'])),
    manual: {},
  }
  for (const done of ['confirmed', 'manually_completed']) {
    delete expected.replaced[done]
    delete expected.reorged[done]
  }

  test.each(statuses.flatMap((status) => exceptions.map((exception) => [status, exception] as const)))(
    '%s with %s',
    (status, exception) => {
      const { notices } = paymentView(buildIntent({ status, exceptions: [exception] }))
      expect(notices).toEqual([expected[exception][status]].filter(Boolean))
    },
  )

  test('several stand together, and a watcher that is behind says so', () => {
    const view = paymentView(buildIntent({ exceptions: ['underpaid', 'replaced'], watcherFresh: false }))
    expect(view.notices).toEqual(['underpaid', 'replaced', 'watcher-behind'])
    expect(paymentView(buildIntent({ status: 'confirmed', watcherFresh: false })).notices).toEqual([])
  })

  test('money that went astray is told apart', () => {
    const polygon = { id: 'eip155:137', name: 'Polygon', chainId: 137, testnet: false }
    const stray = buildObserved({ network: polygon, asset: 'USDT' })
    const token = buildObserved({ asset: 'USDC', index: 1 })
    expect(strayPayments(buildIntent({ payments: [buildObserved(), stray, token] }))).toEqual({
      network: [stray],
      token: [token],
    })
  })
})

test.each([
  ['creating', 5000],
  ['awaiting_transfer', 5000],
  ['detected', 5000],
  ['confirming', 5000],
  ['expired', 30_000],
  ['confirmed', null],
  ['manually_completed', null],
  ['failed', null],
  ['canceled', null],
] as const)('%s is looked at again after %j ms', (status, delayMs) => {
  expect(nextLookMs(buildIntent({ status }), now)).toBe(delayMs)
})

test('nothing is looked for that is not known, nor late money for ever', () => {
  expect(nextLookMs(null, now)).toBeNull()
  const intent = buildIntent({ status: 'expired' })
  expect(nextLookMs(intent, Date.parse(intent.monitorUntil))).toBeNull()
})
