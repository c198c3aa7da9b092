import { hashesPerDifficulty } from './network.ts'

/** What one block paid on a day, and how hard it was to find. `fee` is the mean of that day's blocks. */
export type NetworkDay = { difficulty: number; subsidySat: number; feesSatPerBlock: number }

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

/** What a petahash a second earns in a day after the pool's fee, euro cents; null without difficulty or price. */
export function centsPerPhDay(
  network: NetworkDay,
  poolFeeBasisPoints: number,
  centsPerBtc: number | null,
): number | null {
  const perDifficulty = satPerDifficulty(network, poolFeeBasisPoints)
  if (perDifficulty === null || centsPerBtc === null) return null
  return (difficultyOfHashes(1e6 * 86_400) * perDifficulty * centsPerBtc) / 1e8
}

/** Euro cents of an amount of satoshi at a price in cents per bitcoin; null when the price is not known. */
export function satToCents(sat: number, centsPerBtc: number | null): number | null {
  return centsPerBtc === null ? null : Math.round((sat * centsPerBtc) / 1e8)
}
