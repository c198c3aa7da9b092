import { isCrypto, type Order } from './order.ts'

const dayMs = 86_400_000

/** Time that a buyer has to pay before an order expires. */
export const bankExpiryMs = 14 * dayMs
export const bankReminderMs = 7 * dayMs
export const cryptoExpiryMs = 72 * 3_600_000

export type ExpiryFacts = {
  nowMs: number
  /** When the order was placed, or when the present method was chosen if that was later. */
  methodSinceMs: number
  reminderSentAtMs: number | null
  /** A statement is being imported: the money may be in it. */
  isMatchingStatement: boolean
  /** An intent of the order has money that may yet settle. */
  hasUnconfirmedMoney: boolean
  /** The watcher of an intent of the order has not seen its chain's tip. */
  isWatcherBehind: boolean
}

export type ExpiryDecision =
  | { action: 'none'; expiresAtMs: number | null }
  | { action: 'remind'; expiresAtMs: number }
  | { action: 'expire' }
  /** It would be time, and something must be known first. */
  | { action: 'wait'; because: 'statement-import' | 'unconfirmed-money' | 'watcher-behind' }

/**
 * What the timer does with an order now. Bank transfers: a reminder after 7 days, the end after 14. Crypto: the end after 72 hours. Pay on
 * delivery, and whatever has received money: never. The order machine has the last word.
 */
export function decideExpiry(order: Order, facts: ExpiryFacts): ExpiryDecision {
  const expiresAtMs = orderExpiresAt(order, facts.methodSinceMs)
  if (expiresAtMs === null) return { action: 'none', expiresAtMs }
  if (facts.nowMs < expiresAtMs) {
    const remindAtMs = facts.methodSinceMs + bankReminderMs
    const isDue = order.method === 'bank_transfer' && facts.nowMs >= remindAtMs
    return isDue && facts.reminderSentAtMs === null
      ? { action: 'remind', expiresAtMs }
      : { action: 'none', expiresAtMs }
  }
  if (facts.hasUnconfirmedMoney) return { action: 'wait', because: 'unconfirmed-money' }
  if (facts.isWatcherBehind) return { action: 'wait', because: 'watcher-behind' }
  if (facts.isMatchingStatement) return { action: 'wait', because: 'statement-import' }
  return { action: 'expire' }
}

/** When an order expires if no money comes; null when it does not by itself. */
export function orderExpiresAt(order: Order, methodSinceMs: number): number | null {
  if (order.state !== 'placed') return null
  if (isCrypto(order.method)) return order.payment === 'unpaid' ? methodSinceMs + cryptoExpiryMs : null
  if (order.method === 'pay_on_delivery') return null
  return order.payment === 'pending' || order.payment === 'unpaid' ? methodSinceMs + bankExpiryMs : null
}
