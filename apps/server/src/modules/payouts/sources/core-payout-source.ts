import * as z from 'zod'
import { mostHeight } from '../../../platform/chain-bounds.ts'
import { descriptorChecksum, type JsonRpc, SourceError } from '../../payments/payments.port.ts'
import type { Branch, PayoutAccount } from '../payout-account.ts'
import { type AccountCoin, isMature, type PayoutSource } from './payout-source.ts'

/** No fee was ever near this; a larger one is no answer. */
const mostCoinsPerKilobyte = 1
const hash = z.string().regex(/^[0-9a-f]{64}$/)
const ScanSchema = z.object({
  success: z.boolean(),
  height: z.int(),
  unspents: z.array(
    z.object({
      txid: hash,
      vout: z.int().min(0),
      scriptPubKey: z.string().regex(/^[0-9a-f]*$/),
      amount: z.number().min(0).max(21_000_000),
      height: z.int(),
      coinbase: z.boolean(),
    }),
  ),
})
const SpendingSchema = z.array(z.object({ txid: hash, vout: z.int(), spendingtxid: hash.optional() }))
const EstimateSchema = z.object({ feerate: z.number().positive().max(mostCoinsPerKilobyte).optional() })
const HexSchema = z.string().regex(/^(?:[0-9a-f]{2})+$/)
const TransactionSchema = z.object({ confirmations: z.int().max(mostHeight).optional() })
const OutputSchema = z.object({ confirmations: z.int().min(0).max(mostHeight) }).nullable()

/** Addresses of each branch that are scanned: a node knows no gap limit, and unspent coins alone do not tell where one would be. */
const scannedAddresses = 2_000
/** Number of outputs queried one by one when the node keeps no index of transactions. */
const askedOutputs = 50
const blocksToConfirm = 6
/** No such transaction. */
const notThere = -5
/** Already in the chain. */
const known = -27

/**
 * A node with the RPC of Bitcoin Core: no wallet, no index, pruned or not. `scan` gets as much time as scanning the whole UTXO set takes.
 */
export function createCorePayoutSource(
  name: string,
  { rpc, scan }: { rpc: JsonRpc; scan: JsonRpc },
): PayoutSource {
  const isRefusal = (error: unknown): error is SourceError =>
    error instanceof SourceError && error.rpcCode !== null

  return {
    name,
    async findCoins(account) {
      const branches = [0, 1] as const
      const { success, height, unspents } = await scan.call(ScanSchema, 'scantxoutset', [
        'start',
        branches.map((branch) => ({
          desc: rangedDescriptor(account, branch),
          range: [0, scannedAddresses - 1],
        })),
      ])
      if (!success) throw new SourceError('scantxoutset did not finish')
      const placeOf = placesOf(account, new Set(unspents.map(({ scriptPubKey }) => scriptPubKey)))
      const found = unspents.flatMap(({ txid, vout, scriptPubKey, amount }): AccountCoin[] => {
        const place = placeOf.get(scriptPubKey)
        return place ? [{ outpoint: `${txid}:${vout}`, valueSat: Math.round(amount * 1e8), ...place }] : []
      })
      const barred = await findSpentInMempool(rpc, unspents)
      for (const coin of unspents)
        if (coin.coinbase && !isMature(coin.height, height)) barred.add(`${coin.txid}:${coin.vout}`)
      return {
        coins: found.filter(({ outpoint, valueSat }) => valueSat > 0 && !barred.has(outpoint)),
        nextChangeIndex: Math.max(
          0,
          ...found.filter(({ branch }) => branch === 1).map(({ index }) => index + 1),
        ),
      }
    },

    async feeRateMilliSat() {
      const { feerate } = await rpc.call(EstimateSchema, 'estimatesmartfee', [blocksToConfirm])
      // Whole coins per 1,000 virtual bytes.
      return feerate === undefined ? null : Math.ceil(feerate * 1e8)
    },

    async findTransaction(txid) {
      try {
        return await rpc.call(HexSchema, 'getrawtransaction', [txid])
      } catch (error) {
        if (isRefusal(error) && error.rpcCode === notThere) return null
        throw error
      }
    },

    async confirmations(txid, outputs) {
      try {
        return Math.max(
          0,
          (await rpc.call(TransactionSchema, 'getrawtransaction', [txid, 1])).confirmations ?? 0,
        )
      } catch (error) {
        if (!isRefusal(error) || error.rpcCode !== notThere) throw error
      }
      for (let output = 0; output < Math.min(outputs, askedOutputs); output += 1) {
        const unspent = await rpc.call(OutputSchema, 'gettxout', [txid, output, true])
        if (unspent) return unspent.confirmations
      }
      return null
    },

    async send(hex) {
      try {
        await rpc.call(hash, 'sendrawtransaction', [hex])
        return true
      } catch (error) {
        if (!isRefusal(error)) throw error
        return error.rpcCode === known
      }
    },
  }
}

function rangedDescriptor(account: PayoutAccount, branch: Branch): string {
  const text = `wpkh(${account.extendedKey}/${branch}/*)`
  return `${text}#${descriptorChecksum(text)}`
}

/** Positions of scripts in the account; only the requested ones are kept. */
function placesOf(
  account: PayoutAccount,
  wanted: ReadonlySet<string>,
): Map<string, { branch: Branch; index: number }> {
  const places = new Map<string, { branch: Branch; index: number }>()
  for (let index = 0; index < scannedAddresses && places.size < wanted.size; index += 1)
    for (const branch of [0, 1] as const) {
      const { script } = account.addressAt(branch, index)
      if (wanted.has(script)) places.set(script, { branch, index })
    }
  return places
}

/** A scan of the UTXO set does not know what is spent in the mempool. */
async function findSpentInMempool(
  rpc: JsonRpc,
  coins: readonly { txid: string; vout: number }[],
): Promise<Set<string>> {
  if (coins.length === 0) return new Set()
  const answers = await rpc.call(SpendingSchema, 'gettxspendingprevout', [
    coins.map(({ txid, vout }) => ({ txid, vout })),
  ])
  return new Set(
    answers.filter(({ spendingtxid }) => spendingtxid).map(({ txid, vout }) => `${txid}:${vout}`),
  )
}
