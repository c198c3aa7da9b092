import type { IntentTerms, ObservedPayment } from './intent/intent.ts'

/** Time that a payment seen in time, or its loss, adds to the quote. */
export const paymentGraceMs = 60 * 60_000

/** What the payments of an intent amount to, whatever their order. Amounts in base units, never below zero. */
export type PaymentSums = {
  received: bigint
  confirmed: bigint
  /** The part of each that was first seen before the quote ended. */
  receivedInTime: bigint
  confirmedInTime: bigint
  /** Worth in euro cents: money in time at the locked rate, late money at the rate of its first sight, and for nothing where that is unknown. */
  receivedValueCents: number
  confirmedValueCents: number
  effectiveExpiresAtMs: number
  hasLate: boolean
  hasConfirmation: boolean
  hasReplaced: boolean
  hasReorged: boolean
  hasWrongNetwork: boolean
  hasWrongToken: boolean
}

/** Whether a payment has all the confirmations that the intent requires. */
export function isSettled(payment: ObservedPayment, confirmationsRequired: number): boolean {
  return payment.final ?? payment.confirmations >= confirmationsRequired
}

/** Whether the payment adds to what was received: valid, of the right coin and network, and more than nothing. */
export function isAccounted(payment: ObservedPayment): boolean {
  return isOurs(payment) && payment.unaccountedAtMs === null
}

/** Adds the payments of an intent up. */
export function sumPayments(terms: IntentTerms, payments: readonly ObservedPayment[]): PaymentSums {
  const ours = payments.filter(isOurs)
  const accounted = ours.filter(isAccounted)
  const settled = accounted.filter((payment) => isSettled(payment, terms.confirmationsRequired))
  const { effectiveExpiresAtMs, idsInTime } = effectiveExpiry(terms, ours)
  const isInTime = ({ id }: ObservedPayment) => idsInTime.has(id)
  const hasWrong = (kind: ObservedPayment['kind']) =>
    payments.some(
      (payment) => payment.kind === kind && payment.amount > 0n && payment.unaccountedAtMs === null,
    )
  return {
    received: total(accounted),
    confirmed: total(settled),
    receivedInTime: total(accounted.filter(isInTime)),
    confirmedInTime: total(settled.filter(isInTime)),
    receivedValueCents: valueCents(terms, accounted, isInTime),
    confirmedValueCents: valueCents(terms, settled, isInTime),
    effectiveExpiresAtMs,
    hasLate: !accounted.every(isInTime),
    hasConfirmation: accounted.some(({ confirmations, final }) => final === true || confirmations >= 1),
    hasReplaced: ours.some(({ unaccountedBecause }) => unaccountedBecause === 'replaced'),
    hasReorged: ours.some((payment) => payment.wasReorged || payment.unaccountedBecause === 'reorged'),
    hasWrongNetwork: hasWrong('wrong_network'),
    hasWrongToken: hasWrong('wrong_token'),
  }
}

/**
 * How many confirmations the money has that is needed to reach `minDue`: the greatest n, up to the number required, for which payments with
 * at least n confirmations are enough.
 */
export function confirmationsOfNeeded(terms: IntentTerms, payments: readonly ObservedPayment[]): number {
  const { confirmationsRequired, minDue } = terms
  const deepest = payments
    .filter(isAccounted)
    .map((payment) => ({ amount: payment.amount, depth: depthOf(payment, confirmationsRequired) }))
    .toSorted((a, b) => b.depth - a.depth)
  let sum = 0n
  for (const { amount, depth } of deepest) {
    sum += amount
    if (sum >= minDue) return depth
  }
  return 0
}

/**
 * End of the quote, and the payments in time. The first of them extends it to at least an hour after it was seen. While enough of them is valid the
 * clock is stopped, so that a replacement is in time as well; when it stops being enough, the buyer gets an hour from then. Never beyond
 * the monitoring window.
 */
function effectiveExpiry(
  terms: IntentTerms,
  ours: readonly ObservedPayment[],
): { effectiveExpiresAtMs: number; idsInTime: ReadonlySet<string> } {
  const changes = ours
    .filter(({ firstSeenMs, unaccountedAtMs }) => unaccountedAtMs === null || unaccountedAtMs > firstSeenMs)
    .flatMap(({ id, amount, firstSeenMs, unaccountedAtMs }) => [
      { id, at: firstSeenMs, amount, seen: true },
      ...(unaccountedAtMs === null ? [] : [{ id, at: unaccountedAtMs, amount, seen: false }]),
    ])
    // What goes comes before what takes its place at the same moment.
    .toSorted((a, b) => a.at - b.at || Number(a.seen) - Number(b.seen))
  const idsInTime = new Set<string>()
  let effectiveExpiresAtMs = terms.expiresAtMs
  let sum = 0n
  const keepOpenFrom = (atMs: number) => {
    const untilMs = Math.min(atMs + paymentGraceMs, terms.monitorUntilMs)
    effectiveExpiresAtMs = Math.max(effectiveExpiresAtMs, untilMs)
  }
  for (const { id, at, amount, seen } of changes) {
    const isEnough = sum >= terms.minDue
    if (seen && (at <= effectiveExpiresAtMs || isEnough)) {
      if (idsInTime.size === 0) keepOpenFrom(at)
      idsInTime.add(id)
      sum += amount
    } else if (!seen && idsInTime.has(id)) {
      sum -= amount
      if (isEnough && sum < terms.minDue) keepOpenFrom(at)
    }
  }
  return { effectiveExpiresAtMs, idsInTime }
}

function isOurs(payment: ObservedPayment): boolean {
  return payment.kind === 'expected' && payment.amount > 0n
}

function depthOf({ confirmations, final }: ObservedPayment, required: number): number {
  if (final === true) return required
  return Math.min(confirmations, final === false ? required - 1 : required)
}

function total(payments: readonly ObservedPayment[]): bigint {
  return payments.reduce((sum, { amount }) => sum + amount, 0n)
}

function valueCents(
  terms: IntentTerms,
  payments: readonly ObservedPayment[],
  isInTime: (payment: ObservedPayment) => boolean,
): number {
  let cents = Number((total(payments.filter(isInTime)) * BigInt(terms.priceCents)) / terms.amountDue)
  for (const payment of payments) {
    if (!isInTime(payment)) cents += payment.valueCentsAtFirstSeen ?? 0
  }
  return cents
}
