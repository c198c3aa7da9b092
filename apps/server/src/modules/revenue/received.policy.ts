import type { MinedCoin } from '@shipminer/domain/revenue/pool-coin'
import type { ReceiptDay, Steps } from './revenue-terms.ts'

export type Received = {
  /** Null before the first and after the last receipt of the scope: it is unknown then whether more was received. */
  find(scope: string, step: number, coin: MinedCoin): number | null
  scopes: ReadonlySet<string>
}

/** What was received in each step of a scope: a ship's id, or the empty string for all together (or, ship by ship, for no ship). */
export function sumReceived(
  receipts: readonly ReceiptDay[],
  { fromDay, toDay, steps, byShip }: { fromDay: string; toDay: string; steps: Steps; byShip: boolean },
): Received {
  /** Step of a day; a day outside the range is before all or after all steps. */
  const position = (day: string) => {
    if (day < fromDay) return -1
    return day > toDay ? steps.labels.length : steps.stepOf(day)
  }
  const known = new Map<string, { from: number; to: number; sums: Map<number, number> }>()
  for (const { day, shipId, coin, amountSat } of receipts) {
    const key = `${byShip ? (shipId ?? '') : ''} ${coin}`
    const at = position(day)
    const entry = known.get(key) ?? { from: at, to: at, sums: new Map<number, number>() }
    entry.from = Math.min(entry.from, at)
    entry.to = Math.max(entry.to, at)
    entry.sums.set(at, (entry.sums.get(at) ?? 0) + amountSat)
    known.set(key, entry)
  }
  return {
    scopes: new Set(receipts.map(({ shipId }) => (byShip ? (shipId ?? '') : ''))),
    find(scope, step, coin) {
      const entry = known.get(`${scope} ${coin}`)
      if (!entry || step < entry.from || step > entry.to) return null
      return entry.sums.get(step) ?? 0
    },
  }
}
