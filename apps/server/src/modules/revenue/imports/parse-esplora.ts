import * as z from 'zod'
import { mostHeight, mostSatoshi, mostSeconds } from '../../../platform/chain-bounds.ts'

const txid = z.string().regex(/^[0-9a-f]{64}$/)
const TransactionSchema = z.object({
  txid,
  status: z.union([
    z.object({
      confirmed: z.literal(true),
      block_height: z.int().nonnegative().max(mostHeight),
      block_time: z.int().positive().max(mostSeconds),
    }),
    z.object({ confirmed: z.literal(false) }),
  ]),
  vin: z.array(
    z.object({ prevout: z.object({ scriptpubkey_address: z.string().nullish() }).nullish() }).loose(),
  ),
  vout: z.array(
    z.object({ scriptpubkey_address: z.string().nullish(), value: z.int().nonnegative().max(mostSatoshi) }),
  ),
})

/** An output to an address in a block. `isOwnChange`: the address paid it to itself, as change. */
export type IncomingOutput = {
  txid: string
  vout: number
  amountSat: number
  blockHeight: number
  /** ms */
  at: number
  isOwnChange: boolean
}

/**
 * Confirmed outputs to an address of one page of Esplora's transactions, and the cursor of the next page; null when the input is no such
 * page.
 */
export function parseIncoming(
  page: unknown,
  address: string,
): { outputs: IncomingOutput[]; lastTxid: string | null } | null {
  const parsed = z.array(TransactionSchema).safeParse(page)
  if (!parsed.success) return null
  const outputs = parsed.data.flatMap(({ txid, status, vin, vout }) => {
    if (!status.confirmed) return []
    const isOwnChange = vin.some(({ prevout }) => prevout?.scriptpubkey_address === address)
    return vout.flatMap((output, index) =>
      output.scriptpubkey_address === address && output.value > 0
        ? [
            {
              txid,
              vout: index,
              amountSat: output.value,
              blockHeight: status.block_height,
              at: status.block_time * 1000,
              isOwnChange,
            },
          ]
        : [],
    )
  })
  return { outputs, lastTxid: parsed.data.at(-1)?.txid ?? null }
}
