import { valueCentsAtLockedRate } from '@shipminer/domain/payments/amounts'
import {
  type IntentState,
  type IntentTerms,
  isSucceeded,
  type ObservedPayment,
} from '@shipminer/domain/payments/intent/intent'
import { sumPayments } from '@shipminer/domain/payments/payment-sums'

/** How long after the quote ended an address is still watched closely for late money. */
export const monitorMs = 7 * 86_400_000

/** A network as payments name it: `bitcoin` or `eip155:<chain id>`. */
export type Chain = string

/** The number of an EVM chain; null for Bitcoin. */
export function chainIdOf(chain: Chain): number | null {
  const match = /^eip155:(\d{1,15})$/.exec(chain)
  return match ? Number(match[1]) : null
}

/**
 * Money of an intent as its order counts it, euro cents at the locked rate: everything received in time, so that the order sees an
 * overpayment. An amount within the tolerance counts as the whole price. Late money counts once it was accepted; until then it waits for a
 * person, because the locked rate does not apply to it. A failed intent counts nothing.
 */
export function balanceCents(
  terms: IntentTerms,
  state: Pick<IntentState, 'status' | 'amountConfirmed' | 'amountToRefund'>,
  payments: readonly ObservedPayment[],
): { pendingCents: number; receivedCents: number } {
  const { status, amountConfirmed, amountToRefund } = state
  const cents = (amount: bigint) => valueCentsAtLockedRate(amount, terms.amountDue, terms.priceCents)
  if (isSucceeded(status)) {
    const isWholeReturned = amountToRefund > 0n && amountToRefund >= amountConfirmed
    const receivedCents = isWholeReturned ? cents(amountConfirmed) : terms.priceCents + cents(amountToRefund)
    return { pendingCents: 0, receivedCents }
  }
  if (status === 'failed') return { pendingCents: 0, receivedCents: 0 }
  const { receivedInTime, confirmedInTime } = sumPayments(terms, payments)
  const receivedCents = cents(confirmedInTime)
  const isEnoughSeen = status === 'detected' || status === 'confirming'
  const pendingCents = isEnoughSeen
    ? Math.max(0, terms.priceCents - receivedCents)
    : cents(receivedInTime - confirmedInTime)
  return { pendingCents, receivedCents }
}
