import * as z from 'zod'
import { mostHeight, mostIndex, mostSeconds, mostSpentIndex } from '../../../../platform/chain-bounds.ts'

export const hash = z.string().regex(/^[0-9a-f]{64}$/)
export const height = z.int().min(0).max(mostHeight)
const index = z.int().min(0).max(mostIndex)

/** Whole coins as Bitcoin Core writes them, a JSON number with 8 decimals, as satoshi. Exact: 21 million coins are below 2^53 satoshi. */
const satoshi = z
  .number()
  .min(0)
  .max(21_000_000)
  .transform((coins) => BigInt(Math.round(coins * 1e8)))

export const TransactionSchema = z.object({
  txid: hash,
  vin: z.array(
    z.object({
      txid: hash.optional(),
      vout: z.int().min(0).max(mostSpentIndex).optional(),
    }),
  ),
  vout: z.array(
    z.object({
      n: index,
      value: satoshi,
      scriptPubKey: z.object({ hex: z.string().regex(/^[0-9a-f]*$/) }),
    }),
  ),
})
export type CoreTransaction = z.infer<typeof TransactionSchema>

export const BlockSchema = z.object({
  hash,
  height,
  time: z.int().min(0).max(mostSeconds),
  previousblockhash: hash.optional(),
  tx: z.array(TransactionSchema),
})

export const ChainInfoSchema = z.object({
  chain: z.string(),
  blocks: height,
  headers: height,
  bestblockhash: hash,
  initialblockdownload: z.boolean(),
})

/** `confirmations` is -1 for a block that is not part of the best chain. */
export const HeaderSchema = z.object({ hash, height, confirmations: z.int() })
export const MempoolSchema = z.array(hash)
export const SpendingSchema = z.array(z.object({ txid: hash, vout: z.int(), spendingtxid: hash.optional() }))

/** Outpoints a transaction spends, `txid:vout`; a coinbase spends none. */
export function outpointsOf(transaction: Pick<CoreTransaction, 'vin'>): string[] {
  return transaction.vin.flatMap(({ txid, vout }) =>
    txid === undefined || vout === undefined ? [] : [`${txid}:${vout}`],
  )
}
