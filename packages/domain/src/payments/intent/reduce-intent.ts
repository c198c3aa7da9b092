import { confirmationsOfNeeded, type PaymentSums, sumPayments } from '../payment-sums.ts'
import type { IntentContext, IntentException, IntentState, IntentStatus, IntentTerms } from './intent.ts'
import { intentExceptions, isSucceeded, type ObservedPayment, type PreviousIntent } from './intent.ts'

/** For this long after the server started, nothing expires and nothing fails: the watchers catch up first. */
export const startupGraceMs = 2 * 60_000

/** A late payment is taken by itself when it is worth at least this share of the price. */
export const lateValuePercent = 99

/** What the arrows below depend on; everything is computed from all payments and the clock. */
type Findings = {
  /** Valid money, unconfirmed included, is enough: seen in time, or late and acceptable. */
  covers: boolean
  /** The same of money in time alone. */
  coversInTime: boolean
  /** The same of settled money. */
  settled: boolean
  hasMoney: boolean
  hasConfirmation: boolean
  isPastExpiry: boolean
  isPastMonitoring: boolean
  /** The watchers have seen the tip, so that silence means that nothing came. */
  mayDecide: boolean
}

type Arrow = {
  readonly to: IntentStatus
  readonly when: (found: Findings, context: IntentContext) => boolean
}

const completed: Arrow = {
  to: 'manually_completed',
  when: (_, { decisions }) => decisions.manual === 'completed',
}
const markedInvalid: Arrow = { to: 'failed', when: (_, { decisions }) => decisions.manual === 'failed' }
const canceled: Arrow = {
  to: 'canceled',
  when: ({ hasMoney }, { decisions, otherPaymentExists }) =>
    !hasMoney && (decisions.canceledAtMs !== null || otherPaymentExists),
}
const lostCover: Arrow = { to: 'awaiting_transfer', when: ({ covers }) => !covers }
const ranOut: Arrow = {
  to: 'failed',
  when: ({ isPastMonitoring, mayDecide }) => isPastMonitoring && mayDecide,
}

/**
 * The arrows, the first that fits is taken:
 *
 * ```
 * creating ──reserved──▶ awaiting_transfer ──enough seen──▶ detected ──a block──▶ confirming ──enough blocks──▶ confirmed
 *    └──refused──▶ failed        │  ▲                          │  ▲   └──no block──┘    │    ◀──reorganised──────┘
 *                                │  └──no longer enough────────┴──┼─────────────────────┤
 *        quote over, tip seen ──▶ expired ──late and acceptable───┘       monitoring over ──▶ failed
 * creating, awaiting_transfer ──other method, no money──▶ canceled
 * anything but confirmed ──staff──▶ manually_completed or failed
 * ```
 */
const arrows: Readonly<Record<IntentStatus, readonly Arrow[]>> = {
  creating: [
    completed,
    markedInvalid,
    { to: 'failed', when: (_, { creation }) => creation === 'refused' },
    { to: 'awaiting_transfer', when: (_, { creation }) => creation === 'reserved' },
    canceled,
  ],
  awaiting_transfer: [
    completed,
    markedInvalid,
    { to: 'detected', when: ({ coversInTime }) => coversInTime },
    canceled,
    { to: 'expired', when: ({ isPastExpiry, mayDecide }) => isPastExpiry && mayDecide },
  ],
  detected: [
    completed,
    markedInvalid,
    lostCover,
    { to: 'confirming', when: ({ hasConfirmation }) => hasConfirmation },
    ranOut,
  ],
  confirming: [
    completed,
    markedInvalid,
    { to: 'confirmed', when: ({ settled }) => settled },
    lostCover,
    { to: 'detected', when: ({ hasConfirmation }) => !hasConfirmation },
    ranOut,
  ],
  confirmed: [{ to: 'confirming', when: ({ settled }) => !settled }],
  expired: [completed, markedInvalid, { to: 'detected', when: ({ covers }) => covers }],
  failed: [completed],
  canceled: [completed, markedInvalid],
  manually_completed: [],
}

/**
 * The arrows as pairs: `[from, to]`.
 *
 * @internal For tests.
 */
export const intentArrows: readonly (readonly [IntentStatus, IntentStatus])[] = (
  Object.entries(arrows) as [IntentStatus, readonly Arrow[]][]
).flatMap(([from, list]) => [...new Set(list.map(({ to }) => to))].map((to) => [from, to] as const))

/**
 * Computes the state of an intent from all payments that were seen and the clock; run again after each change of either. The order of the payments
 * does not matter. `previous` is the last result (`{ status: 'creating', exceptions: [] }` at first): it keeps what is over from coming
 * back, and records that a late payment was accepted while there was stock.
 */
export function reduceIntent(
  terms: IntentTerms,
  payments: readonly ObservedPayment[],
  context: IntentContext,
  previous: PreviousIntent,
): IntentState {
  const sums = sumPayments(terms, payments)
  let now: PreviousIntent = previous
  // No walk along the arrows is longer than confirmed → confirming → awaiting → expired → detected → confirming → confirmed.
  for (let step = 0; step < 8; step += 1) {
    const found = findingsOf(terms, sums, context, now)
    const status = arrows[now.status].find(({ when }) => when(found, context))?.to ?? now.status
    const next = { status, exceptions: exceptionsOf(terms, sums, context, now, status) }
    const isStable = next.status === now.status && next.exceptions.join() === now.exceptions.join()
    now = next
    if (isStable) break
  }
  return {
    status: now.status,
    exceptions: [...now.exceptions],
    amountReceived: sums.received,
    amountConfirmed: sums.confirmed,
    amountRemaining: terms.amountDue - sums.received,
    amountToRefund: amountToRefund(terms, sums, context, now.status),
    effectiveExpiresAtMs: sums.effectiveExpiresAtMs,
    confirmationsReached: confirmationsOfNeeded(terms, payments),
  }
}

function findingsOf(
  terms: IntentTerms,
  sums: PaymentSums,
  context: IntentContext,
  before: PreviousIntent,
): Findings {
  const { nowMs, startedAtMs, watcherTipFresh } = context
  const wasAccepted =
    before.exceptions.includes('late') &&
    (before.status === 'detected' || before.status === 'confirming' || before.status === 'confirmed')
  const mayAccept = wasAccepted || (context.stockReservable && !context.otherPaymentExists)
  const isAcceptable = (amount: bigint, valueCents: number) =>
    mayAccept && amount >= terms.minDue && valueCents * 100 >= terms.priceCents * lateValuePercent
  const coversInTime = sums.receivedInTime >= terms.minDue
  return {
    covers: coversInTime || isAcceptable(sums.received, sums.receivedValueCents),
    coversInTime,
    settled: sums.confirmedInTime >= terms.minDue || isAcceptable(sums.confirmed, sums.confirmedValueCents),
    hasMoney: sums.received > 0n,
    hasConfirmation: sums.hasConfirmation,
    isPastExpiry: nowMs >= sums.effectiveExpiresAtMs,
    isPastMonitoring: nowMs >= terms.monitorUntilMs,
    mayDecide: watcherTipFresh && nowMs >= startedAtMs + startupGraceMs,
  }
}

function exceptionsOf(
  terms: IntentTerms,
  sums: PaymentSums,
  { otherPaymentExists, isOrderCancelled, decisions }: IntentContext,
  before: PreviousIntent,
  status: IntentStatus,
): IntentException[] {
  const succeeded = isSucceeded(status)
  const neededInTime = status === 'confirmed' ? sums.confirmedInTime : sums.receivedInTime
  const wasConfirmed = before.status === 'confirmed' || before.exceptions.includes('reorged')
  const holds: Record<IntentException, boolean> = {
    underpaid: status !== 'canceled' && sums.received > 0n && sums.received < terms.minDue,
    overpaid: isOverpaid(terms, sums.received) || (otherPaymentExists && sums.received > 0n),
    // What was sent in time stays in time when the order has moved to another way to pay.
    late:
      status === 'canceled' && isOrderCancelled
        ? sums.received > 0n
        : sums.hasLate && (status === 'canceled' || neededInTime < terms.minDue),
    replaced: !succeeded && sums.hasReplaced && sums.received < terms.minDue,
    reorged: !succeeded && (sums.hasReorged || wasConfirmed),
    wrong_network: sums.hasWrongNetwork,
    wrong_token: sums.hasWrongToken,
    manual: status === 'manually_completed' || (status === 'failed' && decisions.manual === 'failed'),
  }
  return intentExceptions.filter((exception) => holds[exception])
}

function amountToRefund(
  terms: IntentTerms,
  { confirmed }: PaymentSums,
  { otherPaymentExists }: IntentContext,
  status: IntentStatus,
): bigint {
  if (otherPaymentExists || status === 'canceled' || status === 'failed') return confirmed
  if (!isSucceeded(status)) return 0n
  return isOverpaid(terms, confirmed) ? confirmed - terms.amountDue : 0n
}

/** Excess within the tolerance (what `minDue` leaves off) is no one's mistake. */
function isOverpaid({ amountDue, minDue }: IntentTerms, amount: bigint): boolean {
  return amount - amountDue > amountDue - minDue
}
