import type { ErrorCode } from '@shipminer/contract/errors'

/** Why an account cannot end now, the first reason; null: it can. `balanceSat` null: unknown, because nothing was ever received. */
export function whyAccountStays(account: {
  isOperator: boolean
  hasUnfinishedOrder: boolean
  isInOpenRun: boolean
  balanceSat: number | null
  minimumSat: number
}): ErrorCode | null {
  const { isOperator, hasUnfinishedOrder, isInOpenRun, balanceSat, minimumSat } = account
  if (isOperator) return 'account-of-operator'
  if (hasUnfinishedOrder) return 'account-order-open'
  if (isInOpenRun || (balanceSat ?? 0) >= minimumSat) return 'account-payout-due'
  return null
}
