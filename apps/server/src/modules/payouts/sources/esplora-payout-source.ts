import * as z from 'zod'
import { mostHeight, mostSatoshi } from '../../../platform/chain-bounds.ts'
import { type HttpJson, SourceError } from '../../payments/payments.port.ts'
import type { Branch, PayoutAccount } from '../payout-account.ts'
import { type AccountCoin, gapLimit, isMature, type PayoutSource } from './payout-source.ts'

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.int().min(0)
const height = count.max(mostHeight)
const StatsSchema = z.object({ tx_count: count })
const AddressSchema = z.object({ chain_stats: StatsSchema, mempool_stats: StatsSchema })
const CoinsSchema = z.array(
  z.object({
    txid: hash,
    vout: count,
    value: count.max(mostSatoshi),
    status: z.object({ confirmed: z.boolean(), block_height: height.nullish() }),
  }),
)
const OriginSchema = z.object({ vin: z.array(z.object({ is_coinbase: z.boolean() })) })
/** Satoshi per virtual byte; no fee was ever near the most. */
const FeesSchema = z.record(z.string(), z.number().max(100_000))
const HexSchema = z.string().regex(/^(?:[0-9a-f]{2})+$/)
const StatusSchema = z.object({ confirmed: z.boolean(), block_height: height.nullish() })

const blocksToConfirm = '6'

/** A server with Esplora's HTTP API (mempool.space, Blockstream). Each address up to the gap limit is queried. */
export function createEsploraPayoutSource(name: string, http: HttpJson): PayoutSource {
  /** Null: it does not exist. */
  async function find<T>(schema: z.ZodType<T>, path: string): Promise<T | null> {
    const { status, body } = await http.request(path, { allowStatus: [404] })
    if (status === 404) return null
    const parsed = schema.safeParse(body)
    if (!parsed.success) throw new SourceError('answered in no known form')
    return parsed.data
  }
  async function get<T>(schema: z.ZodType<T>, path: string): Promise<T> {
    const found = await find(schema, path)
    if (found === null) throw new SourceError('status 404', { status: 404 })
    return found
  }

  /** A coinbase can be spent once enough blocks are on top of it. */
  async function isSpendable(txid: string, height: number, tip: number): Promise<boolean> {
    if (isMature(height, tip)) return true
    return (await get(OriginSchema, `/tx/${txid}`)).vin.every(({ is_coinbase }) => !is_coinbase)
  }

  async function coinsOf(
    account: PayoutAccount,
    branch: Branch,
    tip: number,
  ): Promise<{ coins: AccountCoin[]; next: number }> {
    const coins: AccountCoin[] = []
    let next = 0
    for (let index = 0; index < next + gapLimit; index += 1) {
      const { address } = account.addressAt(branch, index)
      const { chain_stats: chain, mempool_stats: mempool } = await get(AddressSchema, `/address/${address}`)
      if (chain.tx_count + mempool.tx_count === 0) continue
      next = index + 1
      for (const { txid, vout, value, status } of await get(CoinsSchema, `/address/${address}/utxo`))
        if (status.confirmed && value > 0 && (await isSpendable(txid, status.block_height ?? tip, tip)))
          coins.push({ outpoint: `${txid}:${vout}`, valueSat: value, branch, index })
    }
    return { coins, next }
  }

  return {
    name,
    async findCoins(account) {
      const tip = await get(height, '/blocks/tip/height')
      const [received, change] = await Promise.all([coinsOf(account, 0, tip), coinsOf(account, 1, tip)])
      return { coins: [...received.coins, ...change.coins], nextChangeIndex: change.next }
    },

    async feeRateMilliSat() {
      const rate = (await find(FeesSchema, '/fee-estimates'))?.[blocksToConfirm]
      return rate === undefined || !(rate > 0) ? null : Math.ceil(rate * 1000)
    },

    findTransaction: (txid) => find(HexSchema, `/tx/${txid}/hex`),

    async confirmations(txid) {
      const status = await find(StatusSchema, `/tx/${txid}/status`)
      if (status === null) return null
      if (!status.confirmed || typeof status.block_height !== 'number')
        // Some servers answer this for what they do not know.
        return (await find(HexSchema, `/tx/${txid}/hex`)) === null ? null : 0
      return Math.max(0, (await get(height, '/blocks/tip/height')) - status.block_height + 1)
    },

    async send(hex, txid) {
      const { status, body } = await http.request('/tx', { text: hex, allowStatus: [400] })
      if (status !== 400) return body === txid
      // It answers with an error also for a transaction that it has already.
      return (await find(HexSchema, `/tx/${txid}/hex`)) !== null
    },
  }
}
