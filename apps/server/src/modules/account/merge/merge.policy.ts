import { maxWallets } from '@shipminer/contract/account/profile'
import type { ErrorCode } from '@shipminer/contract/errors'
import type { PayoutAddressState } from '@shipminer/domain/payouts/payout-address'

/** Of an account, what decides whether it can be merged with another. */
export type MergeSide = {
  isOperator: boolean
  isInOpenRun: boolean
  payoutAddress: PayoutAddressState
  /** Whether there ever was one. */
  hadAddress: boolean
  wallets: number
}

/** Why two accounts cannot become one now, the first reason; null: they can. */
export function whyNotMerged(
  stays: MergeSide,
  goes: MergeSide,
  haveSameReceipt: boolean,
): Extract<ErrorCode, `merge-${string}` | 'wallet-limit-reached'> | null {
  const both = [stays, goes]
  if (both.some(({ isOperator }) => isOperator)) return 'merge-of-operator'
  if (both.some(({ isInOpenRun, payoutAddress }) => isInOpenRun || payoutAddress.pending !== null))
    return 'merge-money-under-way'
  const [kept, former] = [stays.payoutAddress.current, goes.payoutAddress.current]
  if (former !== null && former.address !== kept?.address && stays.hadAddress) return 'merge-payout-addresses'
  if (haveSameReceipt) return 'merge-receipts'
  return stays.wallets + goes.wallets > maxWallets ? 'wallet-limit-reached' : null
}
