import type { Queryable } from '../../platform/db/store.ts'
import { listCoinPrices, listQuotes } from './books.repository.ts'

/** A price that is older than this is none: what it was at the moment is unknown then. */
const oldestPriceMs = 2 * 86_400_000

/** Euro cents of a whole coin at a past moment; null: no price of that time is known. */
export type PriceAt = (coin: string, at: Date) => number | null

export async function readPrices(db: Queryable): Promise<PriceAt> {
  const quotes = Map.groupBy(await listQuotes(db), ({ currency }) => currency)
  const days = new Map(
    (await listCoinPrices(db)).map((row) => [`${row.coin} ${row.day}`, row.usdCentsPerCoin]),
  )
  const bitcoinIn = (currency: string, at: Date): number | null => {
    const all = quotes.get(currency) ?? []
    // The newest one at that moment: they are in order of time.
    let [low, high] = [0, all.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((all[middle]?.observedAt.getTime() ?? 0) <= at.getTime()) low = middle + 1
      else high = middle
    }
    const found = all[low - 1]
    return found && at.getTime() - found.observedAt.getTime() <= oldestPriceMs
      ? Number(found.centsPerBtc)
      : null
  }
  return (coin, at) => {
    const euros = bitcoinIn('EUR', at)
    if (coin === 'BTC' || euros === null) return euros
    const dollars = bitcoinIn('USD', at)
    const price = days.get(`${coin} ${at.toISOString().slice(0, 10)}`)
    return dollars && price ? Math.round((Number(price) * euros) / dollars) : null
  }
}
