import * as z from 'zod'

const EthereumSchema = z.object({ result: z.string().regex(/^0x[0-9a-fA-F]{1,64}$/) })
const SolanaSchema = z.object({ result: z.object({ value: z.int().min(0) }) })
const sums = z.object({ funded_txo_sum: z.int().min(0), spent_txo_sum: z.int().min(0) })
const EsploraSchema = z.object({ chain_stats: sums, mempool_stats: sums })

/** Wei from an answer to `eth_getBalance`, or null for any other answer. */
export function parseEthereumBalance(answer: unknown): bigint | null {
  const parsed = EthereumSchema.safeParse(answer)
  return parsed.success ? BigInt(parsed.data.result) : null
}

/** Lamports from an answer to `getBalance`, or null for any other answer. */
export function parseSolanaBalance(answer: unknown): bigint | null {
  const parsed = SolanaSchema.safeParse(answer)
  return parsed.success ? BigInt(parsed.data.result.value) : null
}

/** Satoshi from Esplora's `/address/…`, with what is not in a block yet, or null for any other answer. */
export function parseEsploraBalance(answer: unknown): bigint | null {
  const parsed = EsploraSchema.safeParse(answer)
  if (!parsed.success) return null
  const { chain_stats: chain, mempool_stats: mempool } = parsed.data
  const amount = chain.funded_txo_sum - chain.spent_txo_sum + mempool.funded_txo_sum - mempool.spent_txo_sum
  return amount < 0 ? null : BigInt(amount)
}
