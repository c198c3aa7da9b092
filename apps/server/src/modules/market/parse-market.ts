import * as z from 'zod'

/** Above this no price of a coin has a meaning, in whole currency. */
const amount = z.coerce.number().positive().max(1e10)

/** Currencies in which the Bitcoin price is stored. */
export const currencies = ['EUR', 'USD'] as const
export type Currency = (typeof currencies)[number]

/** Price by currency, in cents. */
export type PriceQuotes = Partial<Record<Currency, number>>

const currencySchema = z.enum(currencies)
const currencyAtEnd = /(EUR|USD)$/i

const priceShapes: readonly ((body: unknown, url: string) => PriceQuotes)[] = [
  // mempool.space: { time, USD, EUR, … } in whole currency
  (body) => {
    const parsed = z.object({ EUR: amount.optional(), USD: amount.optional() }).safeParse(body)
    const { EUR, USD } = parsed.data ?? {}
    return { ...quote('EUR', EUR), ...quote('USD', USD) }
  },
  // Kraken: last trade is result.<pair>.c[0], the pair ends with the currency (XXBTZEUR)
  (body) => {
    const parsed = z
      .object({ result: z.record(z.string(), z.object({ c: z.tuple([amount], z.unknown()) })) })
      .safeParse(body)
    const found = Object.entries(parsed.data?.result ?? {}).map(([pair, ticker]) =>
      quote(currencyAtEnd.exec(pair)?.[1], ticker.c[0]),
    )
    return Object.assign({}, ...found)
  },
  // Coinbase: { data: { amount, currency } }
  (body) => {
    const parsed = z.object({ data: z.object({ amount, currency: z.string() }) }).safeParse(body)
    return quote(parsed.data?.data.currency, parsed.data?.data.amount)
  },
  // Bitstamp: { last }; the currency is in the URL only (…/ticker/btceur/)
  (body, url) => {
    const parsed = z.object({ last: amount }).safeParse(body)
    return quote(currencyAtEnd.exec(new URL(url).pathname.replace(/\/+$/, ''))?.[1], parsed.data?.last)
  },
]

function quote(currency: string | undefined, price: number | undefined): PriceQuotes {
  const known = currencySchema.safeParse(currency?.toUpperCase())
  const cents = Math.round((price ?? 0) * 100)
  return known.success && cents > 0 ? { [known.data]: cents } : {}
}

/** Cents a bitcoin, by currency, from one source's answer in any of the known shapes; null when it is none of them. */
export function parsePrices(body: unknown, url: string): PriceQuotes | null {
  for (const shape of priceShapes) {
    const quotes = shape(body, url)
    if (Object.keys(quotes).length > 0) return quotes
  }
  return null
}

/** The middle of the quotes; with an even number the mean of the two in the middle. Null for none. */
export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[sorted.length >> 1] as number
  const lower = sorted[(sorted.length - 1) >> 1] as number
  return Math.round((lower + upper) / 2)
}

const HashrateSchema = z.object({ currentDifficulty: z.number().positive().max(1e30) })
const RewardStatsSchema = z.object({
  startBlock: z.number().int(),
  endBlock: z.number().int().positive().max(100_000_000),
  /** All coins there will ever be, in satoshi. */
  totalFee: z.coerce.number().nonnegative().max(21e14),
})

/** Difficulty, height and mean fees a block from the two answers of a mempool.space-compatible server. Null when either is off. */
export function parseNetwork(
  hashrate: unknown,
  rewardStats: unknown,
): { difficulty: number; height: number; feesSatPerBlock: number } | null {
  const rate = HashrateSchema.safeParse(hashrate)
  const rewards = RewardStatsSchema.safeParse(rewardStats)
  if (!rate.success || !rewards.success) return null
  const blocks = rewards.data.endBlock - rewards.data.startBlock + 1
  if (blocks <= 0) return null
  return {
    difficulty: rate.data.currentDifficulty,
    height: rewards.data.endBlock,
    feesSatPerBlock: Math.round(rewards.data.totalFee / blocks),
  }
}
