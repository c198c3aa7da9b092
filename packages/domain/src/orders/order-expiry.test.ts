import { expect, test } from 'vitest'
import type { Order } from './order.ts'
import {
  bankExpiryMs,
  bankReminderMs,
  cryptoExpiryMs,
  decideExpiry,
  type ExpiryFacts,
} from './order-expiry.ts'

const bank: Order = { state: 'placed', payment: 'pending', fulfilment: 'none', method: 'bank_transfer' }
const bitcoin: Order = { ...bank, payment: 'unpaid', method: 'bitcoin' }

const facts: ExpiryFacts = {
  nowMs: 0,
  methodSinceMs: 0,
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
    'bank, method chosen later',
    bank,
    { nowMs: bankExpiryMs, methodSinceMs: 1 },
    { action: 'remind', expiresAtMs: bankExpiryMs + 1 },
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
    { nowMs: 1e12 },
    { action: 'none', expiresAtMs: null },
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
    { nowMs: 1e12 },
    { action: 'none', expiresAtMs: null },
  ],
  [
    'on delivery',
    { ...bitcoin, method: 'pay_on_delivery' },
    { nowMs: 1e12 },
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
