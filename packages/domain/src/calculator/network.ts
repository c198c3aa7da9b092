/** Blocks between two halvings. */
export const halvingInterval = 210_000
const firstSubsidySat = 5_000_000_000n

/** Blocks between two changes of the difficulty. */
export const epochBlocks = 2016

/** Block subsidy in satoshi at a height: 50 BTC shifted right once a halving, 0 from the 64th on. */
export function subsidySat(height: number): number {
  const halvings = Math.floor(height / halvingInterval)
  return halvings >= 64 ? 0 : Number(firstSubsidySat >> BigInt(halvings))
}

/** Expected hashes for one unit of difficulty. */
export const hashesPerDifficulty = 2 ** 32

/** Blocks a hash rate finds in a day, on average. `hashrateGhs` in GH/s. */
export function blocksPerDay(hashrateGhs: number, difficulty: number): number {
  return (hashrateGhs * 1e9 * 86_400) / (difficulty * hashesPerDifficulty)
}

/** Chance of at least one block in `days`, and the mean wait. A solo miner's income has a mean but its median is zero. */
export function soloOdds(
  hashrateGhs: number,
  difficulty: number,
  days: number,
): { probability: number; meanDays: number | null } {
  const perDay = blocksPerDay(hashrateGhs, difficulty)
  return { probability: -Math.expm1(-perDay * days), meanDays: perDay > 0 ? 1 / perDay : null }
}
