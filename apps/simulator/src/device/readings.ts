import { emptyPoolCounters, type PoolCounters } from '../physics/shares.ts'

/** Rounded to two decimals, as mining programs print. */
export const round2 = (value: number) => Math.round(value * 100) / 100

/** The part of a hundred, four decimals, 0 of nothing. */
export const percent = (part: number, whole: number) =>
  whole > 0 ? Math.round((part / whole) * 1_000_000) / 10_000 : 0

/** Counters of all pools together. */
export function sumPools(pools: readonly PoolCounters[]): PoolCounters {
  return pools.reduce(
    (sum, pool) => ({
      accepted: sum.accepted + pool.accepted,
      rejected: sum.rejected + pool.rejected,
      stale: sum.stale + pool.stale,
      difficultyAccepted: sum.difficultyAccepted + pool.difficultyAccepted,
      difficultyRejected: sum.difficultyRejected + pool.difficultyRejected,
      difficultyStale: sum.difficultyStale + pool.difficultyStale,
      bestDifficulty: Math.max(sum.bestDifficulty, pool.bestDifficulty),
      lastShareAtMs:
        pool.lastShareAtMs === null
          ? sum.lastShareAtMs
          : Math.max(pool.lastShareAtMs, sum.lastShareAtMs ?? 0),
      lastShareDifficulty: pool.lastShareDifficulty || sum.lastShareDifficulty,
      getworks: sum.getworks + pool.getworks,
      discarded: sum.discarded + pool.discarded,
    }),
    emptyPoolCounters,
  )
}
