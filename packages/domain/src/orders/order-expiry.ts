import { isCrypto, type Order } from './order.ts'

const dayMs = 86_400_000

/** Time that a buyer has to pay before an order expires. */
export const bankExpiryMs = 14 * dayMs
export const bankReminderMs = 7 * dayMs
export const cryptoExpiryMs = 72 * 3_600_000
/** The hard end of an order of which a part was paid. */
export const partPaidExpiryMs = 28 * dayMs
/** How long before its end the buyer of an order to be paid at delivery is notified of it. */
export const unplannedNoticeMs = 14 * dayMs

/** What the end of the time to pay depends on. */
export type PaymentTime = {
  /** When the time began: at placing, or when an expired order came back. Choosing another way to pay does not restart it. */
  sinceMs: number
  /** The end so far, so that a change of the way to pay never brings it nearer. Null: none; then one to be paid at delivery has none. */
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
 * the end after 28 days, if the part is worth it. At delivery: the end that its confirmation set, and a notice before it, unless the provider
 * has agreed to the order. The order machine decides in the end.
 */
export function decideExpiry(order: Order, facts: ExpiryFacts): ExpiryDecision {
  const expiresAtMs = orderExpiresAt(order, facts)
  if (expiresAtMs === null) return { action: 'none', expiresAtMs }
  if (facts.nowMs < expiresAtMs) {
    const isDue = facts.nowMs >= remindsAt(order, facts.sinceMs, expiresAtMs)
    return isDue && facts.reminderSentAtMs === null
      ? { action: 'remind', expiresAtMs }
      : { action: 'none', expiresAtMs }
  }
  if (facts.hasUnconfirmedMoney) return { action: 'wait', because: 'unconfirmed-money' }
  if (facts.isWatcherBehind) return { action: 'wait', because: 'watcher-behind' }
  if (facts.isMatchingStatement) return { action: 'wait', because: 'statement-import' }
  return { action: 'expire' }
}

function remindsAt(order: Order, sinceMs: number, expiresAtMs: number): number {
  if (order.method === 'pay_on_delivery') return expiresAtMs - unplannedNoticeMs
  const isAwaited = order.method === 'bank_transfer' && order.payment !== 'partially_paid'
  return isAwaited ? sinceMs + bankReminderMs : Number.POSITIVE_INFINITY
}

/** When an order expires if no more money comes; null when it does not expire by itself. */
export function orderExpiresAt(order: Order, time: PaymentTime): number | null {
  if (!mayExpire(order)) return null
  const { sinceMs, endSoFarMs } = time
  const isAtDelivery = order.method === 'pay_on_delivery'
  if (isAtDelivery && endSoFarMs === null) return null
  const timeToPayMs = isAtDelivery ? 0 : isCrypto(order.method) ? cryptoExpiryMs : bankExpiryMs
  const end = Math.max(sinceMs + timeToPayMs, endSoFarMs ?? 0)
  const isKept = order.payment === 'partially_paid' && keepsOrder(time)
  return isKept ? Math.max(end, sinceMs + partPaidExpiryMs) : end
}

/** Whether an order can end for want of money: what waits for it, and what is to be paid at delivery and has not been planned. */
export function mayExpire({ state, method, payment }: Order): boolean {
  if (state === 'confirmed') return method === 'pay_on_delivery' && payment !== 'paid'
  return state === 'placed'
}

/** When an order to be paid at delivery ends unless somebody plans it: so many days after the delivery that was promised with it. */
export function unplannedEnd(sinceMs: number, leadWeeks: number | null, days: number): number {
  return sinceMs + ((leadWeeks ?? 0) * 7 + days) * dayMs
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
