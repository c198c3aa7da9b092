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

/** What is reported between two results of the reducer; `before` null for a new intent. Nothing when nothing changed. */
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
