import { isCrypto, type Order } from './order.ts'

const dayMs = 86_400_000

/** Time that a buyer has to pay before an order expires. */
export const bankExpiryMs = 14 * dayMs
export const bankReminderMs = 7 * dayMs
export const cryptoExpiryMs = 72 * 3_600_000
/** The hard end of an order of which a part was paid. */
export const partPaidExpiryMs = 28 * dayMs

/** What the end of the time to pay depends on. */
export type PaymentTime = {
  /** When the time began: at placing, or when an expired order came back. Choosing another way to pay does not restart it. */
  sinceMs: number
  /** The end so far, so that a change of the way to pay never brings it nearer; null when there was none. */
  endSoFarMs: number | null
  receivedCents: number
  totalCents: number
}

export type ExpiryFacts = PaymentTime & {
  nowMs: number
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
  /** It is time, but something must be known first. */
  | { action: 'wait'; because: 'statement-import' | 'unconfirmed-money' | 'watcher-behind' }

/**
 * What the timer does with an order now. Bank transfers: a reminder after 7 days, the end after 14. Crypto: the end after 72 hours. Paid in part:
 * the end after 28 days, if the part is worth it. Pay on delivery: never. The order machine decides in the end.
 */
export function decideExpiry(order: Order, facts: ExpiryFacts): ExpiryDecision {
  const expiresAtMs = orderExpiresAt(order, facts)
  if (expiresAtMs === null) return { action: 'none', expiresAtMs }
  if (facts.nowMs < expiresAtMs) {
    const isAwaited = order.method === 'bank_transfer' && order.payment !== 'partially_paid'
    const isDue = isAwaited && facts.nowMs >= facts.sinceMs + bankReminderMs
    return isDue && facts.reminderSentAtMs === null
      ? { action: 'remind', expiresAtMs }
      : { action: 'none', expiresAtMs }
  }
  if (facts.hasUnconfirmedMoney) return { action: 'wait', because: 'unconfirmed-money' }
  if (facts.isWatcherBehind) return { action: 'wait', because: 'watcher-behind' }
  if (facts.isMatchingStatement) return { action: 'wait', because: 'statement-import' }
  return { action: 'expire' }
}

/** When an order expires if no more money comes; null when it does not expire by itself. */
export function orderExpiresAt(order: Order, time: PaymentTime): number | null {
  if (order.state !== 'placed' || order.method === 'pay_on_delivery') return null
  const { sinceMs, endSoFarMs } = time
  const end = Math.max(sinceMs + (isCrypto(order.method) ? cryptoExpiryMs : bankExpiryMs), endSoFarMs ?? 0)
  const isKept = order.payment === 'partially_paid' && keepsOrder(time)
  return isKept ? Math.max(end, sinceMs + partPaidExpiryMs) : end
}

/** Smallest part payment that keeps boxes for longer, cents. */
const smallestPartCents = 2_500

/** Whether a part payment is worth keeping boxes for: the greater of 1 % and EUR 25. */
export function keepsOrder({
  receivedCents,
  totalCents,
}: Pick<PaymentTime, 'receivedCents' | 'totalCents'>): boolean {
  return receivedCents >= smallestPartCents && receivedCents * 100 >= totalCents
}
