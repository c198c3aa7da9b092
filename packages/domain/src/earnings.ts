import { hashesPerDifficulty } from './network.ts'

/** What one block paid on a day, and how hard it was to find. `fee` is the mean of that day's blocks. */
export type NetworkDay = { difficulty: number; subsidySat: number; feesSatPerBlock: number }

/** Work done in a span: thousandths of a unit of accepted share difficulty, and the same span as GH hashed. */
export type Work = { acceptedDifficultyMilli: number | null; hashesGh: number | null }

/**
 * Expected earnings of pooled mining, satoshi, with what they rest on:
 * `shares`, accepted share difficulty × reward ÷ network difficulty, which is what a pool pays in expectation;
 * `hashrate`, hash rate × time, where the device tells no difficulty. Null when neither is known.
 */
export type EarningsEstimate = { sat: number; basis: 'shares' | 'hashrate' } | null

/** What one unit of accepted share difficulty is worth on a day, satoshi, after the pool's fee; null without a network difficulty. */
export function satPerDifficulty(network: NetworkDay, poolFeeBasisPoints: number): number | null {
  if (!(network.difficulty > 0)) return null
  return (
    ((network.subsidySat + network.feesSatPerBlock) / network.difficulty) *
    ((10_000 - poolFeeBasisPoints) / 10_000)
  )
}

/** Units of difficulty that so many hashes are worth in expectation. `hashesGh` in 10⁹ hashes. */
export function difficultyOfHashes(hashesGh: number): number {
  return (hashesGh * 1e9) / hashesPerDifficulty
}

/** Pool fee in basis points, taken off the gross. Rounds down to whole satoshi once, at the end. */
export function estimateEarnings(
  work: Work,
  network: NetworkDay,
  poolFeeBasisPoints: number,
): EarningsEstimate {
  const worth = satPerDifficulty(network, poolFeeBasisPoints)
  if (worth === null) return null
  if (work.acceptedDifficultyMilli !== null) {
    return { sat: Math.floor((work.acceptedDifficultyMilli / 1000) * worth), basis: 'shares' }
  }
  if (work.hashesGh === null) return null
  return { sat: Math.floor(difficultyOfHashes(work.hashesGh) * worth), basis: 'hashrate' }
}

/** Euro cents of an amount of satoshi at a price in cents per bitcoin; null when the price is not known. */
export function satToCents(sat: number, centsPerBtc: number | null): number | null {
  return centsPerBtc === null ? null : Math.round((sat * centsPerBtc) / 1e8)
}
