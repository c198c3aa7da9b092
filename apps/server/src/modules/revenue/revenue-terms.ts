import type { MinedCoin, PoolMode } from '@shipminer/domain/revenue/pool-coin'

/** What is written down about an owner's pool. A fee of null is the server's setting. */
export type PoolProfile = { host: string; coin: MinedCoin; mode: PoolMode; feeBasisPoints: number | null }

/** Exact sums over work. The seconds and counts say whether a figure was known at all. */
export type WorkSums = {
  difficultyMilli: bigint
  difficultyN: bigint
  blindHashGh: bigint
  hashrateSeconds: bigint
  energyJ: bigint
  powerSeconds: bigint
}

/** How a span is cut: a label for each step, and the step of a day. `stepDays` is the length of one; null: months. */
export type Steps = { labels: string[]; stepDays: number | null; stepOf(day: string): number }

/** Everything received on a UTC day for a ship (null: for none) in a coin. */
export type ReceiptDay = { day: string; shipId: string | null; coin: MinedCoin; amountSat: number }
