import type { OrderRefund, RefundClaim } from '@shipminer/contract/shop/orders'
import { formatIban } from '@shipminer/domain/payments/bank/iban'
import type { RefundRow } from '../orders.repository.ts'

/** A refund as its buyer sees it. */
export function presentRefund(row: RefundRow): OrderRefund {
  const { paidWay, paidReference, paidOn, status } = row
  return {
    id: row.id,
    amountCents: row.amountCents,
    requestedAt: row.requestedAt.getTime(),
    claim: presentClaim(row),
    canChange: canChangeClaim(row),
    paidAt: status === 'paid' ? (row.settledAt?.getTime() ?? null) : null,
    proof:
      paidWay === null || paidReference === null || paidOn === null
        ? null
        : { way: paidWay, reference: paidReference, on: paidOn },
  }
}

/** Where it goes; null while the buyer has not said. */
export function presentClaim(row: RefundRow): RefundClaim | null {
  const { claimedAt, claimWay, claimTo, claimNetwork, claimAmount, claimRate } = row
  if (claimedAt === null || claimWay === null || claimTo === null) return null
  return {
    way: claimWay,
    to: claimWay === 'bank' ? formatIban(claimTo) : claimTo,
    name: row.claimName,
    coin:
      claimAmount === null || claimRate === null || claimNetwork === null
        ? null
        : {
            asset: claimWay === 'bitcoin' ? 'BTC' : 'USDT',
            amount: claimAmount,
            rate: claimRate,
            network: claimNetwork,
            holdsUntil:
              row.status === 'requested' && row.runId === null
                ? (row.claimHoldsUntil?.getTime() ?? null)
                : null,
          },
    at: claimedAt.getTime(),
  }
}

/** Nobody has said yet where it goes. */
export const isUnclaimed = (row: RefundRow) => row.status === 'requested' && row.claimedAt === null

/** It is claimed and still lies here, in no run that pays it, so that a wrong account or address can be corrected. */
export const canChangeClaim = (row: RefundRow) =>
  row.status === 'requested' && row.claimedAt !== null && row.runId === null

/** Its amount in coin was fixed for a time that is over, and nothing pays it yet: it is to be quoted anew. */
export const isQuoteOver = (row: RefundRow, now: Date) =>
  row.claimHoldsUntil !== null && canChangeClaim(row) && row.claimHoldsUntil <= now

/** Money of the order has left, or may be leaving with a run: it pays the order no more. */
export const hasMoneyLeft = (refunds: readonly RefundRow[]) =>
  refunds.some(({ status, runId }) => status === 'paid' || runId !== null)

/** Not paid back yet. */
export const isUnpaid = (row: RefundRow) => row.status === 'requested'
