import * as z from 'zod'

/** A coin as one source reports it. Fees are the mean of a block; price in US cents for a whole coin. Null: not reported. */
export type CoinFigures = {
  difficulty: number
  height: number
  feesSatPerBlock: number | null
  usdCentsPerCoin: number | null
}

/** Above this neither a difficulty nor a price has a meaning. */
const positive = z.coerce.number().positive().max(1e30)
const price = z.coerce.number().positive().max(1e10)
const height = z.coerce.number().int().positive().max(100_000_000)
const maybe = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().catch(null)
/** All coins there will ever be, in their smallest unit. */
const mostFees = 21e14
const count = maybe(z.coerce.number().nonnegative().max(1e12))

/** blockchair.com: `{ data: { best_block_height, difficulty, … } }`; the mean fee of a transaction is in base units. */
const BlockchairSchema = z.object({
  data: z.object({
    difficulty: positive,
    best_block_height: height,
    blocks_24h: count,
    transactions_24h: count,
    average_transaction_fee_24h: count,
    market_price_usd: maybe(price),
  }),
})
/** What a node reports about its chain (`getblockchaininfo`, whatsonchain.com), or plain `{ height, difficulty }`. */
const ChainInfoSchema = z.union([
  z.object({ difficulty: positive, blocks: height }),
  z.object({ difficulty: positive, height }),
])

/** Parses a coin's figures from an answer in any of the known shapes; null when it is none of them. */
export function parseCoin(body: unknown): CoinFigures | null {
  const blockchair = BlockchairSchema.safeParse(body)
  if (blockchair.success) {
    const { data } = blockchair.data
    const { blocks_24h: blocks, transactions_24h: transactions, average_transaction_fee_24h: fee } = data
    const hasFees = typeof blocks === 'number' && blocks > 0 && transactions != null && fee != null
    return {
      difficulty: data.difficulty,
      height: data.best_block_height,
      feesSatPerBlock: hasFees ? Math.min(Math.round((fee * transactions) / blocks), mostFees) : null,
      usdCentsPerCoin: cents(data.market_price_usd ?? null),
    }
  }
  const info = ChainInfoSchema.safeParse(body)
  if (!info.success) return null
  return {
    difficulty: info.data.difficulty,
    height: 'blocks' in info.data ? info.data.blocks : info.data.height,
    feesSatPerBlock: null,
    usdCentsPerCoin: null,
  }
}

function cents(usd: number | null): number | null {
  const whole = usd === null ? 0 : Math.round(usd * 100)
  return whole > 0 ? whole : null
}
