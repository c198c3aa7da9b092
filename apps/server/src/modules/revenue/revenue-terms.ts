import type { MinedCoin } from '@shipminer/domain/revenue/pool-coin'
import { daysBetween } from '@shipminer/domain/revenue/revenue-periods'

/** Exact sums over work. The seconds and counts show whether a figure was known at all. */
export type WorkSums = {
  difficultyMilli: bigint
  difficultyN: bigint
  blindHashGh: bigint
  hashrateSeconds: bigint
  energyJ: bigint
  powerSeconds: bigint
}

/** How a span is divided: a label for each step, and the step of a day. `stepDays` is the length of one; null: months. */
export type Steps = { labels: string[]; stepDays: number | null; stepOf(day: string): number }

/** Everything received on a day of the account for a ship (null: for none) in a coin. */
export type ReceiptDay = { day: string; shipId: string | null; coin: MinedCoin; amountSat: number }

export function daySteps(fromDay: string, toDay: string): Steps {
  return stepsBy(daysBetween(fromDay, toDay), (day) => day, 1)
}
export function monthSteps(fromDay: string, toDay: string): Steps {
  return stepsBy(daysBetween(fromDay, toDay), (day) => day.slice(0, 7), null)
}
/** One step that covers the whole span. */
export function wholeSpan(fromDay: string, toDay: string): Steps {
  const days = daysBetween(fromDay, toDay)
  return stepsBy(days, () => `${fromDay}/${toDay}`, days.length)
}
function stepsBy(days: readonly string[], labelOf: (day: string) => string, stepDays: number | null): Steps {
  const labels = [...new Set(days.map(labelOf))]
  const indexOf = new Map(labels.map((label, index) => [label, index]))
  return { labels, stepDays, stepOf: (day) => indexOf.get(labelOf(day)) ?? 0 }
}
