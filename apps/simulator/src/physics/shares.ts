import type { Random } from './random.ts'

/** Hashes behind one unit of share difficulty. */
export const HASHES_PER_DIFFICULTY = 2 ** 32

/** Of a hundred shares found, how many come too late and how many the pool refuses. */
const STALE_SHARE = 0.0012
const REJECTED_SHARE = 0.0018

/** What a miner counts for one pool since it started. Difficulties are sums over shares. */
export type PoolCounters = {
  accepted: number
  rejected: number
  stale: number
  difficultyAccepted: number
  difficultyRejected: number
  difficultyStale: number
  bestDifficulty: number
  /** Unix milliseconds of the last accepted share, or null before the first. */
  lastShareAtMs: number | null
  lastShareDifficulty: number
  getworks: number
  discarded: number
}

/** Counters of a pool that has seen nothing. */
export const emptyPoolCounters: PoolCounters = {
  accepted: 0,
  rejected: 0,
  stale: 0,
  difficultyAccepted: 0,
  difficultyRejected: 0,
  difficultyStale: 0,
  bestDifficulty: 0,
  lastShareAtMs: null,
  lastShareDifficulty: 0,
  getworks: 0,
  discarded: 0,
}

/** Expected number of shares of `difficulty` in `terahashes` of work. */
export function expectedShares(terahashes: number, difficulty: number): number {
  return (terahashes * 1e12) / (difficulty * HASHES_PER_DIFFICULTY)
}

/** Counters after `terahashes` more work against a pool that asks for `difficulty`, ending at `atMs`. */
export function countShares(
  counters: PoolCounters,
  work: { terahashes: number; difficulty: number; atMs: number; dtMs: number },
  random: Random,
): PoolCounters {
  const jobs = random.poisson(work.dtMs / 30_000)
  const found = random.poisson(expectedShares(work.terahashes, work.difficulty))
  const withJobs = {
    ...counters,
    getworks: counters.getworks + jobs,
    discarded: counters.discarded + random.poisson((work.dtMs / 1000) * 0.9),
  }
  if (found === 0) return withJobs
  const stale = Math.min(found, random.poisson(found * STALE_SHARE))
  const rejected = Math.min(found - stale, random.poisson(found * REJECTED_SHARE))
  const accepted = found - stale - rejected
  const best = work.difficulty / (1 - random.next() ** (1 / found))
  return {
    ...withJobs,
    accepted: counters.accepted + accepted,
    rejected: counters.rejected + rejected,
    stale: counters.stale + stale,
    difficultyAccepted: counters.difficultyAccepted + accepted * work.difficulty,
    difficultyRejected: counters.difficultyRejected + rejected * work.difficulty,
    difficultyStale: counters.difficultyStale + stale * work.difficulty,
    bestDifficulty: Math.max(counters.bestDifficulty, best),
    lastShareAtMs:
      accepted > 0 ? work.atMs - Math.floor((random.next() * work.dtMs) / found) : counters.lastShareAtMs,
    lastShareDifficulty: accepted > 0 ? work.difficulty : counters.lastShareDifficulty,
  }
}
