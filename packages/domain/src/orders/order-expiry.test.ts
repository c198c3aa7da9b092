import { buildOrder } from '@shipminer/testkit/orders'
import { expect, test } from 'vitest'
import type { Order } from './order.ts'
import {
  bankExpiryMs,
  bankReminderMs,
  cryptoExpiryMs,
  decideExpiry,
  type ExpiryFacts,
  keepsOrder,
  partPaidExpiryMs,
  unplannedEnd,
  unplannedNoticeMs,
} from './order-expiry.ts'

const dayMs = 86_400_000
const bank = buildOrder({ payment: 'pending', method: 'bank_transfer' })
const bitcoin = buildOrder()
const atDelivery = buildOrder({ state: 'confirmed', method: 'pay_on_delivery' })

const facts: ExpiryFacts = {
  nowMs: 0,
  sinceMs: 0,
  endSoFarMs: null,
  receivedCents: 0,
  totalCents: 4_250_000,
  reminderSentAtMs: null,
  isMatchingStatement: false,
  hasUnconfirmedMoney: false,
  isWatcherBehind: false,
}

test.each([
  ['bank, new', bank, {}, { action: 'none', expiresAtMs: bankExpiryMs }],
  [
    'bank, just before a week',
    bank,
    { nowMs: bankReminderMs - 1 },
    { action: 'none', expiresAtMs: bankExpiryMs },
  ],
  ['bank, a week', bank, { nowMs: bankReminderMs }, { action: 'remind', expiresAtMs: bankExpiryMs }],
  [
    'bank, reminded',
    bank,
    { nowMs: bankReminderMs, reminderSentAtMs: bankReminderMs },
    { action: 'none', expiresAtMs: bankExpiryMs },
  ],
  ['bank, two weeks', bank, { nowMs: bankExpiryMs }, { action: 'expire' }],
  [
    'bank, back after it had expired',
    bank,
    { nowMs: bankExpiryMs, sinceMs: 1 },
    { action: 'remind', expiresAtMs: bankExpiryMs + 1 },
  ],
  [
    'bitcoin, chosen after a bank transfer: what was left of the time',
    bitcoin,
    { nowMs: cryptoExpiryMs, endSoFarMs: bankExpiryMs },
    { action: 'none', expiresAtMs: bankExpiryMs },
  ],
  [
    'bitcoin, chosen again after a bank transfer: the end stays',
    bitcoin,
    { nowMs: bankExpiryMs, endSoFarMs: bankExpiryMs },
    { action: 'expire' },
  ],
  [
    'bank, while a statement is read',
    bank,
    { nowMs: bankExpiryMs, isMatchingStatement: true },
    { action: 'wait', because: 'statement-import' },
  ],
  [
    'bank, part paid',
    { ...bank, payment: 'partially_paid' },
    { nowMs: partPaidExpiryMs - 1, receivedCents: 42_500 },
    { action: 'none', expiresAtMs: partPaidExpiryMs },
  ],
  [
    'bank, part paid, and no more for four weeks',
    { ...bank, payment: 'partially_paid' },
    { nowMs: partPaidExpiryMs, receivedCents: 42_500 },
    { action: 'expire' },
  ],
  [
    'bank, 36 cents paid: nothing is extended',
    { ...bank, payment: 'partially_paid' },
    { nowMs: bankExpiryMs, receivedCents: 36 },
    { action: 'expire' },
  ],
  [
    'bitcoin, less than 1 % paid: nothing is extended',
    { ...bitcoin, payment: 'partially_paid' },
    { nowMs: cryptoExpiryMs, receivedCents: 42_499 },
    { action: 'expire' },
  ],
  ['bitcoin, new', bitcoin, { nowMs: cryptoExpiryMs - 1 }, { action: 'none', expiresAtMs: cryptoExpiryMs }],
  ['bitcoin, three days', bitcoin, { nowMs: cryptoExpiryMs }, { action: 'expire' }],
  ['usdt, three days', { ...bitcoin, method: 'usdt' }, { nowMs: cryptoExpiryMs }, { action: 'expire' }],
  [
    'bitcoin, coins under way',
    bitcoin,
    { nowMs: cryptoExpiryMs, hasUnconfirmedMoney: true },
    { action: 'wait', because: 'unconfirmed-money' },
  ],
  [
    'bitcoin, watcher behind',
    bitcoin,
    { nowMs: cryptoExpiryMs, isWatcherBehind: true },
    { action: 'wait', because: 'watcher-behind' },
  ],
  [
    'bitcoin, seen',
    { ...bitcoin, payment: 'pending' },
    { nowMs: 1e12, hasUnconfirmedMoney: true },
    { action: 'wait', because: 'unconfirmed-money' },
  ],
  ['at delivery, agreed by the provider', atDelivery, { nowMs: 1e12 }, { action: 'none', expiresAtMs: null }],
  [
    'at delivery, not planned yet',
    atDelivery,
    { nowMs: 60 * dayMs - unplannedNoticeMs - 1, endSoFarMs: 60 * dayMs },
    { action: 'none', expiresAtMs: 60 * dayMs },
  ],
  [
    'at delivery, two weeks before its end',
    atDelivery,
    { nowMs: 60 * dayMs - unplannedNoticeMs, endSoFarMs: 60 * dayMs },
    { action: 'remind', expiresAtMs: 60 * dayMs },
  ],
  [
    'at delivery, told',
    atDelivery,
    { nowMs: 60 * dayMs - 1, endSoFarMs: 60 * dayMs, reminderSentAtMs: 1 },
    { action: 'none', expiresAtMs: 60 * dayMs },
  ],
  [
    'at delivery, never planned',
    atDelivery,
    { nowMs: 60 * dayMs, endSoFarMs: 60 * dayMs },
    { action: 'expire' },
  ],
  [
    'at delivery, part paid',
    { ...atDelivery, payment: 'partially_paid' },
    { nowMs: 60 * dayMs, endSoFarMs: 60 * dayMs, receivedCents: 42_500 },
    { action: 'expire' },
  ],
  [
    'at delivery, paid before',
    { ...atDelivery, payment: 'paid' },
    { nowMs: 1e12, endSoFarMs: 60 * dayMs },
    { action: 'none', expiresAtMs: null },
  ],
  [
    'at delivery, planned',
    { ...atDelivery, state: 'scheduled' },
    { nowMs: 1e12, endSoFarMs: 60 * dayMs },
    { action: 'none', expiresAtMs: null },
  ],
  [
    'confirmed',
    { ...bank, state: 'confirmed', payment: 'paid' },
    { nowMs: 1e12 },
    { action: 'none', expiresAtMs: null },
  ],
  [
    'a draft',
    { ...bank, state: 'draft', payment: 'unpaid' },
    { nowMs: 1e12 },
    { action: 'none', expiresAtMs: null },
  ],
] as Array<[string, Order, Partial<ExpiryFacts>, ReturnType<typeof decideExpiry>]>)(
  '%s',
  (_, order, change, decision) => {
    expect(decideExpiry(order, { ...facts, ...change })).toEqual(decision)
  },
)

test.each([
  [2_499, 100_000, false],
  [2_500, 100_000, true],
  [2_500, 250_001, false],
  [42_499, 4_250_000, false],
  [42_500, 4_250_000, true],
] as const)('%i of %i cents keep an order: %s', (receivedCents, totalCents, expected) => {
  expect(keepsOrder({ receivedCents, totalCents })).toBe(expected)
})

test('an order at delivery is kept until so many days after what was promised with it', () => {
  expect(unplannedEnd(5, null, 60)).toBe(5 + 60 * dayMs)
  expect(unplannedEnd(5, 6, 60)).toBe(5 + (42 + 60) * dayMs)
})
