import { createHash } from 'node:crypto'
import * as z from 'zod'
import { mostHeight, mostSeconds, mostSpentIndex } from '../../../../platform/chain-bounds.ts'
import type { BlockRef, ChainSource, Fate, KnownPayment, Sighting, WatchedAddress } from '../chain-source.ts'
import { type HttpJson, SourceError } from '../http-json.ts'

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const height = z.int().min(0).max(mostHeight)
const StatusSchema = z.object({
  confirmed: z.boolean(),
  block_height: height.nullish(),
  block_hash: hash.nullish(),
  block_time: z.int().min(0).max(mostSeconds).nullish(),
})
const TransactionSchema = z.object({
  txid: hash,
  vin: z.array(
    z.object({
      txid: hash,
      vout: z.int().min(0).max(mostSpentIndex),
      is_coinbase: z.boolean().optional(),
    }),
  ),
  vout: z.array(
    z.object({ scriptpubkey: z.string().regex(/^[0-9a-f]*$/), value: z.int().min(0).transform(BigInt) }),
  ),
  status: StatusSchema,
})
type EsploraTransaction = z.infer<typeof TransactionSchema>
const OutspendSchema = z.object({ spent: z.boolean(), txid: hash.nullish() })
const BlockStatusSchema = z.object({ in_best_chain: z.boolean() })

/** Confirmed transactions on one page. */
const pageSize = 25
/** Pages of one address read in one turn: no one pays an invoice in 500 parts. */
const mostPages = 20
/** How seldom addresses without an expected payment are queried, some at a time. */
const coldEveryMs = 10 * 60_000
const coldPerTurn = 5

/**
 * A server with Esplora's HTTP API (mempool.space, Blockstream). It is queried by script hash for each address, so only as many as needed
 * are queried; when it limits us, what it reported until then counts and the rest is queried in the next turn.
 */
export function createEsploraSource(id: string, http: HttpJson, clock: () => number): ChainSource {
  const askedAt = new Map<string, number>()

  async function get<T>(schema: z.ZodType<T>, path: string): Promise<T> {
    const { body } = await http.request(path)
    const parsed = schema.safeParse(body)
    if (!parsed.success) throw new SourceError('answered in no known form')
    return parsed.data
  }

  async function find<T>(schema: z.ZodType<T>, path: string): Promise<T | null> {
    const { status, body } = await http.request(path, { allowStatus: [404] })
    if (status === 404) return null
    const parsed = schema.safeParse(body)
    if (!parsed.success) throw new SourceError('answered in no known form')
    return parsed.data
  }

  async function transactionsOf(matchKey: string): Promise<EsploraTransaction[]> {
    const root = `/scripthash/${createHash('sha256').update(Buffer.from(matchKey, 'hex')).digest('hex')}/txs`
    const found = await get(z.array(TransactionSchema), root)
    let page = found.filter(({ status }) => status.confirmed)
    for (let pages = 1; page.length >= pageSize && pages < mostPages; pages += 1) {
      page = await get(z.array(TransactionSchema), `${root}/chain/${page.at(-1)?.txid}`)
      found.push(...page)
    }
    return found
  }

  async function spenderOf(payment: KnownPayment): Promise<string | null> {
    for (const outpoint of payment.spends) {
      const [txId, output] = outpoint.split(':')
      const outspend = await find(OutspendSchema, `/tx/${txId}/outspend/${output}`)
      if (outspend?.spent && outspend.txid && outspend.txid !== payment.txId) return outspend.txid
    }
    return null
  }

  async function fateOf(payment: KnownPayment): Promise<Fate | null> {
    const found = await find(TransactionSchema, `/tx/${payment.txId}`)
    const output = found?.vout[payment.index]
    if (found && output?.scriptpubkey === payment.matchKey) {
      const block = blockOf(found)
      if (!block) return { state: 'mempool', amount: output.value }
      const status = await find(BlockStatusSchema, `/block/${block.hash}/status`)
      if (status?.in_best_chain) return { state: 'mined', amount: output.value, block }
    }
    if (!payment.own) return null
    const replacedBy = await spenderOf(payment)
    if (payment.own.state === 'gone' && !replacedBy) return null
    const because = replacedBy ? 'replaced' : payment.own.state === 'mined' ? 'reorged' : 'failed'
    return { state: 'gone', because, replacedBy }
  }

  function addressesOfTurn(watched: readonly WatchedAddress[]): WatchedAddress[] {
    const now = clock()
    const lastAskedAt = ({ matchKey }: WatchedAddress) => askedAt.get(matchKey) ?? Number.NEGATIVE_INFINITY
    const byAge = watched.toSorted((a, b) => lastAskedAt(a) - lastAskedAt(b))
    const cold = byAge.filter((address) => !address.hot && now - lastAskedAt(address) >= coldEveryMs)
    return [...byAge.filter(({ hot }) => hot), ...cold.slice(0, coldPerTurn)]
  }

  return {
    id,
    async poll({ watched, known }) {
      const tip: BlockRef = {
        height: await get(height, '/blocks/tip/height'),
        hash: await get(hash, '/blocks/tip/hash'),
      }
      const sightings: Sighting[] = []
      const fates = new Map<number, Fate>()
      let problem: Error | null = null
      try {
        for (const { matchKey } of addressesOfTurn(watched)) {
          for (const transaction of await transactionsOf(matchKey))
            sightings.push(...sightingsIn(transaction, matchKey))
          askedAt.set(matchKey, clock())
        }
        const seen = new Set(sightings.map(({ txId, index }) => `${txId}:${index}`))
        for (const payment of known) {
          if (seen.has(`${payment.txId}:${payment.index}`)) continue
          const fate = await fateOf(payment)
          if (fate) fates.set(payment.id, fate)
        }
      } catch (error) {
        problem = error instanceof Error ? error : new Error(String(error))
      }
      return {
        tip,
        finalHeight: null,
        cursor: { position: tip.height, hashes: [tip] },
        caughtUp: problem === null,
        sightings,
        fates,
        problem,
        accept: () => undefined,
      }
    },
  }
}

function blockOf({ status }: EsploraTransaction): BlockRef | null {
  const { confirmed, block_height: blockHeight, block_hash: blockHash } = status
  return confirmed && typeof blockHeight === 'number' && typeof blockHash === 'string'
    ? { height: blockHeight, hash: blockHash }
    : null
}

function sightingsIn(transaction: EsploraTransaction, matchKey: string): Sighting[] {
  const spends = transaction.vin
    .filter(({ is_coinbase: isCoinbase }) => !isCoinbase)
    .map(({ txid, vout }) => `${txid}:${vout}`)
  const { block_time: blockTime } = transaction.status
  return transaction.vout.flatMap(({ scriptpubkey, value }, index) =>
    scriptpubkey === matchKey
      ? [
          {
            matchKey,
            txId: transaction.txid,
            index,
            asset: 'BTC',
            token: null,
            decimals: 8,
            amount: value,
            block: blockOf(transaction),
            blockTimeMs: typeof blockTime === 'number' ? blockTime * 1000 : null,
            spends,
          },
        ]
      : [],
  )
}
