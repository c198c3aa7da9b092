import type { Miner } from '@shipminer/contract/mining'
import { efficiencyOf } from '@shipminer/domain/add-up'

/** What follows from two figures of a miner: J/TH while it hashes, and the rejected share of its shares (0 to 1). Null where either is unknown or nothing happened. */
export function minerRatios(
  miner: Pick<Miner, 'hashrateThs' | 'powerWatts' | 'acceptedShares' | 'rejectedShares'>,
): {
  efficiencyJoulesPerTh: number | null
  rejectShare: number | null
} {
  const { acceptedShares, rejectedShares } = miner
  const shares = acceptedShares === null || rejectedShares === null ? 0 : acceptedShares + rejectedShares
  return {
    efficiencyJoulesPerTh: efficiencyOf(miner),
    rejectShare: shares > 0 ? (rejectedShares ?? 0) / shares : null,
  }
}
