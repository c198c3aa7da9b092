import { type MoneyMoved, ownerBalance } from './balance.ts'

/**
 * Whether what a pool paid can leave the books without the owner having received more than their share since: paid out, or kept in a run that
 * waits (`reservedSat`). Coins beside Bitcoin are in no payout. What the owner was paid directly is owed back less without it, and can always leave.
 *
 * @example mayTakeBack({ moved: { receivedByProviderSat: 100, receivedByOwnerSat: 0, paidOutSat: 75 }, reservedSat: 0 }, { coin: 'BTC', paidTo: 'provider', amountSat: 1 }) // false
 */
export function mayTakeBack(
  { moved, reservedSat }: { moved: MoneyMoved; reservedSat: number },
  { coin, paidTo, amountSat }: { coin: string; paidTo: 'provider' | 'owner'; amountSat: number },
): boolean {
  if (coin !== 'BTC') return true
  const source = paidTo === 'owner' ? 'receivedByOwnerSat' : 'receivedByProviderSat'
  const free = (sums: MoneyMoved) => (ownerBalance(sums) ?? 0) - reservedSat
  const after = free({ ...moved, [source]: moved[source] - amountSat })
  return after >= 0 || after >= free(moved)
}
