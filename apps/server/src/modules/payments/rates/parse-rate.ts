import * as z from 'zod'

/** What is priced, a coin or the euro, in euro or dollars. */
export const ratePairs = ['BTC/EUR', 'USDT/EUR', 'USDT/USD', 'EUR/USD'] as const
export type RatePair = (typeof ratePairs)[number]

/** A price as the source wrote it, so that nothing is rounded; plain decimals. */
const price = z
  .union([z.string(), z.number().positive().finite()])
  .transform((value) => String(value))
  .pipe(z.string().regex(/^\d{1,15}(\.\d{1,40})?$/))

const shapes: readonly ((body: unknown, pair: RatePair) => string | null)[] = [
  // Kraken: { error: [], result: { <pair>: { c: [last, volume] } } }
  (body) => {
    const parsed = z
      .object({ result: z.record(z.string(), z.object({ c: z.tuple([price], z.unknown()) })) })
      .safeParse(body)
    const tickers = Object.values(parsed.data?.result ?? {})
    return tickers.length === 1 ? (tickers[0]?.c[0] ?? null) : null
  },
  // Coinbase: { data: { amount, base, currency } }
  (body, pair) => {
    const parsed = z
      .object({ data: z.object({ amount: price, base: z.string(), currency: z.string() }) })
      .safeParse(body)
    const { amount, base, currency } = parsed.data?.data ?? {}
    return amount !== undefined && `${base}/${currency}` === pair ? amount : null
  },
  // Bitstamp: { last, bid, ask, … }
  (body) => z.object({ last: price }).safeParse(body).data?.last ?? null,
  // mempool.space: { time, EUR, USD, … }: one bitcoin
  (body, pair) => (pair === 'BTC/EUR' ? (z.object({ EUR: price }).safeParse(body).data?.EUR ?? null) : null),
]

/** Parses the price from an answer in any of the known shapes; null when it is none of them, or of another pair. */
export function parseRate(body: unknown, pair: RatePair): string | null {
  for (const shape of shapes) {
    const found = shape(body, pair)
    if (found !== null) return found
  }
  return null
}
