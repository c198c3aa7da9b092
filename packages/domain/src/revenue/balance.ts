import { safeTotal, safeWhole } from '../safe-whole.ts'
import { splitRevenue } from './split.ts'

/** Satoshi since the beginning. `received…` is what pools paid, to the provider or straight to the owner; estimates are in none of them. */
export type MoneyMoved = { receivedByProviderSat: number; receivedByOwnerSat: number; paidOutSat: number }

/**
 * What the provider owes the owner: the owner's share of everything received, less what the owner has already. Negative when the owner
 * has more than the share: then it is the service share that is owed. Null while nothing was ever received or paid out.
 *
 * @example ownerBalance({ receivedByProviderSat: 100, receivedByOwnerSat: 0, paidOutSat: 50 }) // 25
 */
export function ownerBalance(moved: MoneyMoved): number | null {
  const { receivedByProviderSat, receivedByOwnerSat, paidOutSat } = moved
  const receivedSat = safeTotal([receivedByProviderSat, receivedByOwnerSat])
  if (receivedSat === 0 && paidOutSat === 0) return null
  return safeWhole(splitRevenue(receivedSat).ownerSat - receivedByOwnerSat - paidOutSat)
}
