import type { MinedCoin } from '@shipminer/domain/revenue/pool-coin'

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
