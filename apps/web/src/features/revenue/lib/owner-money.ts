import type { Earnings } from '@shipminer/contract/mining'
import type { Payout, Receipt } from '@shipminer/contract/revenue'
import { satToCents } from '@shipminer/domain/calculator/earnings'
import { startOfDay } from '@shipminer/domain/time-zone'
import { shownDay, shownZone } from '../../../lib/format/shown-zone.ts'

export type Split = { ownerNumerator: number; denominator: number }
/** Of the owner; `cents` null where no price is known. */
export type OwnMoney = { sat: number; cents: number | null }

/** The owner's part of an estimate. */
export function ownersEstimate(
  earnings: Earnings | null,
  { ownerNumerator, denominator }: Split,
): OwnMoney | null {
  if (earnings === null) return null
  const part = (amount: number) => Math.floor((amount * ownerNumerator) / denominator)
  return { sat: part(earnings.sat), cents: earnings.cents === null ? null : part(earnings.cents) }
}

/** The owner's part of what was received since a moment, in Bitcoin, and what was paid out since then, which may have been received before. Null while nothing was ever received. */
export function sumReceivedSince(
  from: number,
  {
    receipts,
    payouts,
    split,
    centsPerBtc,
  }: {
    receipts: readonly Pick<Receipt, 'at' | 'coin' | 'amountSat'>[]
    payouts: readonly Pick<Payout, 'at' | 'amountSat'>[]
    split: Split
    centsPerBtc: number | null
  },
): (OwnMoney & { paidOutSat: number }) | null {
  if (receipts.length === 0 && payouts.length === 0) return null
  const gross = receipts.reduce(
    (sum, { at, coin, amountSat }) => sum + (at >= from && coin === 'BTC' ? amountSat : 0),
    0,
  )
  const sat = Math.floor((gross * split.ownerNumerator) / split.denominator)
  const paidOutSat = payouts.reduce((sum, { at, amountSat }) => sum + (at >= from ? amountSat : 0), 0)
  return { sat, cents: satToCents(sat, centsPerBtc), paidOutSat }
}

/** The first moment of the month of a moment, where it is shown. */
export function monthStart(at: number): number {
  const zone = shownZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  return startOfDay(zone, `${shownDay(at).slice(0, 7)}-01`)
}
