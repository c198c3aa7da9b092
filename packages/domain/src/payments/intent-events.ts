import type { PaymentState } from '../orders/order.ts'
import type { OrderEventType } from '../orders/order-machine.ts'
import { type IntentState, isSucceeded } from './intent.ts'

/** Types of the webhooks about intents. */
export const intentEventTypes = [
  'payment_intent.created',
  'payment_intent.awaiting',
  'payment_intent.partially_paid',
  'payment_intent.processing',
  'payment_intent.succeeded',
  'payment_intent.expired',
  'payment_intent.late',
  'payment_intent.reverted',
  'payment_intent.failed',
  'payment_intent.canceled',
] as const
export type IntentEventType = (typeof intentEventTypes)[number]

/** What is told between two results of the reducer; `before` null for a new intent. Nothing when nothing changed. */
export function intentEvents(before: IntentState | null, after: IntentState): IntentEventType[] {
  const events: IntentEventType[] = before === null ? ['payment_intent.created'] : []
  const changed = before?.status !== after.status
  const began = (exception: 'late' | 'underpaid') =>
    after.exceptions.includes(exception) && !before?.exceptions.includes(exception)
  const wasUnderWay = before !== null && (before.status === 'detected' || before.status === 'confirming')
  const isUnderWay = after.status === 'detected' || after.status === 'confirming'
  const isReverted =
    before !== null &&
    ((before.status === 'confirmed' && after.status !== 'confirmed') ||
      (wasUnderWay && after.status === 'awaiting_transfer'))
  if (isReverted) events.push('payment_intent.reverted')
  if (changed && after.status === 'awaiting_transfer') events.push('payment_intent.awaiting')
  const grew = after.amountReceived > (before?.amountReceived ?? 0n)
  if (began('underpaid') || (after.exceptions.includes('underpaid') && grew))
    events.push('payment_intent.partially_paid')
  if (began('late')) events.push('payment_intent.late')
  if (isUnderWay && !wasUnderWay && !isReverted) events.push('payment_intent.processing')
  if (changed && isSucceeded(after.status)) events.push('payment_intent.succeeded')
  if (changed && after.status === 'expired') events.push('payment_intent.expired')
  if (changed && after.status === 'failed') events.push('payment_intent.failed')
  if (changed && after.status === 'canceled') events.push('payment_intent.canceled')
  return events
}

/**
 * What the order has to go through so that its payment follows a change of the intent, in this order; `before` null for a new intent. Each passes
 * through the order machine with the watcher as actor, and what does not fit is refused there (an order that was paid otherwise keeps its
 * state). Nothing when the change is none of the order's, so that an old intent never speaks for a newer one.
 */
export function orderEventsForIntent(before: IntentState | null, after: IntentState): OrderEventType[] {
  const payment: PaymentState = before === null ? 'unpaid' : paymentOfIntent(before)
  const target = paymentOfIntent(after)
  if (payment === target) return []
  switch (target) {
    case 'paid':
      return payment === 'unpaid' || payment === 'pending' || payment === 'partially_paid' ? ['pay'] : []
    case 'partially_paid':
      if (payment === 'unpaid' || payment === 'pending') return ['pay-part']
      return payment === 'paid' ? ['revert-payment', 'pay-part'] : []
    case 'pending':
      if (payment === 'unpaid') return ['see-payment']
      return payment === 'paid' || payment === 'partially_paid' ? ['revert-payment'] : []
    case 'unpaid':
      if (payment === 'pending') return ['lose-payment']
      return payment === 'paid' || payment === 'partially_paid' ? ['revert-payment', 'lose-payment'] : []
  }
}

function paymentOfIntent({
  status,
  amountConfirmed,
  amountReceived,
}: IntentState): 'unpaid' | 'pending' | 'partially_paid' | 'paid' {
  if (isSucceeded(status)) return 'paid'
  if (amountConfirmed > 0n) return 'partially_paid'
  return amountReceived > 0n ? 'pending' : 'unpaid'
}
