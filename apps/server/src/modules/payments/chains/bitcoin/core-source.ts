import {
  type BlockRef,
  type ChainSource,
  type Fate,
  type KnownPayment,
  type Sighting,
  type SourceCursor,
  withBlock,
} from '../chain-source.ts'
import { SourceError } from '../http-json.ts'
import type { JsonRpc } from '../json-rpc.ts'
import {
  BlockSchema,
  ChainInfoSchema,
  type CoreTransaction,
  HeaderSchema,
  hash,
  MempoolSchema,
  outpointsOf,
  SpendingSchema,
  TransactionSchema,
} from './core-schemas.ts'

/** Names of chains in Bitcoin Core. */
const coreChains = {
  mainnet: ['main'],
  testnet: ['test', 'testnet4', 'signet'],
  regtest: ['regtest'],
} as const
export type BitcoinNetwork = keyof typeof coreChains

/** Blocks read in one turn; catching up takes several turns. */
const blocksPerTurn = 50
/** Transactions of the mempool fetched in one turn; with a full mempool it takes several turns after a start. */
const transactionsPerTurn = 20_000
/** Blocks before the tip that are read at the very first start. */
const firstLookBack = 6
/** Bitcoin Core: no such transaction, block or mempool entry; height out of range. */
const notThere = [-5, -8]

type Watched = ReadonlySet<string>

/**
 * A node with the RPC of Bitcoin Core, without wallet and without index: blocks by height, the mempool by what is new in it, outputs
 * matched by script. A fork is located by the hashes of the cursor, and everything from there is read again.
 */
export function createCoreSource(id: string, rpc: JsonRpc, network: BitcoinNetwork): ChainSource {
  /** Transactions of the mempool that were inspected; only those still in it. */
  let lookedInto: ReadonlySet<string> = new Set()

  /** `unknown`: the node does not know the block, which does not prove that it is gone. */
  async function standingOf(block: BlockRef): Promise<'best' | 'left' | 'unknown'> {
    const [outcome] = await rpc.batch([{ method: 'getblockheader', params: [block.hash, true] }])
    if (!outcome?.ok) {
      if (outcome && notThere.includes(outcome.code)) return 'unknown'
      throw new SourceError(`getblockheader: ${outcome?.message}`)
    }
    const header = HeaderSchema.safeParse(outcome.result)
    if (!header.success) throw new SourceError('getblockheader answered in no known form')
    return header.data.confirmations >= 0 ? 'best' : 'left'
  }

  /** Where to resume: below everything that is no longer in the best chain. */
  async function commonAncestor(
    cursor: SourceCursor | null,
    tipHeight: number,
  ): Promise<SourceCursor & { isBehind?: boolean }> {
    if (!cursor) return { position: Math.max(-1, tipHeight - firstLookBack), hashes: [] }
    const hashes = [...cursor.hashes]
    for (let last = hashes.at(-1); last; last = hashes.at(-1)) {
      const standing = await standingOf(last)
      if (standing === 'best') return { position: last.height, hashes }
      // The node is behind its earlier tip: nothing it reports now reverts anything.
      if (standing === 'unknown' && last.height > tipHeight) return { ...cursor, isBehind: true }
      hashes.pop()
    }
    const oldest = cursor.hashes[0]
    // No common block with the remembered ones: resumes below them, however deep the fork is.
    return { position: Math.min(oldest ? oldest.height - 1 : cursor.position, tipHeight), hashes: [] }
  }

  async function readBlock(blockHeight: number) {
    const blockHash = await rpc.call(hash, 'getblockhash', [blockHeight])
    return rpc.call(BlockSchema, 'getblock', [blockHash, 2])
  }

  async function readMempool(
    watched: Watched,
  ): Promise<{ sightings: Sighting[]; now: Set<string>; all: boolean }> {
    const ids = await rpc.call(MempoolSchema, 'getrawmempool', [false])
    const fresh = ids.filter((txId) => !lookedInto.has(txId))
    const turn = fresh.slice(0, transactionsPerTurn)
    const outcomes = await rpc.batch(turn.map((txId) => ({ method: 'getrawtransaction', params: [txId, 1] })))
    const sightings: Sighting[] = []
    const now = new Set(ids.filter((txId) => lookedInto.has(txId)))
    for (const [index, outcome] of outcomes.entries()) {
      // A transaction that left the mempool in the meantime is reported again, or is in a block by now.
      if (!outcome.ok) continue
      const parsed = TransactionSchema.safeParse(outcome.result)
      if (!parsed.success) throw new SourceError('getrawtransaction answered in no known form')
      sightings.push(...sightingsIn(parsed.data, watched, null, null))
      now.add(turn[index] as string)
    }
    return { sightings, now, all: turn.length === fresh.length }
  }

  /** The amount this node has for a payment in a block it knows; null when the payment is not in it. */
  async function amountIn(payment: KnownPayment, block: BlockRef): Promise<bigint | null> {
    const [outcome] = await rpc.batch([
      { method: 'getrawtransaction', params: [payment.txId, 1, block.hash] },
    ])
    const parsed = outcome?.ok ? TransactionSchema.safeParse(outcome.result) : null
    const output = parsed?.success
      ? parsed.data.vout.find(
          ({ n, scriptPubKey }) => n === payment.index && scriptPubKey.hex === payment.matchKey,
        )
      : undefined
    return output?.value ?? null
  }

  async function isInMempool(txId: string): Promise<boolean> {
    const [outcome] = await rpc.batch([{ method: 'getmempoolentry', params: [txId] }])
    if (outcome?.ok) return true
    if (outcome && notThere.includes(outcome.code)) return false
    throw new SourceError(`getmempoolentry: ${outcome?.message}`)
  }

  /** Transaction in the mempool that spends what the payment wanted to spend. Nodes before version 24 cannot report this. */
  async function spenderInMempool(payment: KnownPayment): Promise<string | null> {
    if (payment.spends.length === 0) return null
    const outputs = payment.spends.map((outpoint) => {
      const [txid, vout] = outpoint.split(':')
      return { txid, vout: Number(vout) }
    })
    const [outcome] = await rpc.batch([{ method: 'gettxspendingprevout', params: [outputs] }])
    const parsed = outcome?.ok ? SpendingSchema.safeParse(outcome.result) : null
    const spender = parsed?.success
      ? parsed.data.find(({ spendingtxid }) => spendingtxid !== undefined && spendingtxid !== payment.txId)
      : undefined
    return spender?.spendingtxid ?? null
  }

  async function fateOf(
    payment: KnownPayment,
    tipHeight: number,
    spentInBlocks: ReadonlyMap<string, string>,
  ): Promise<Fate | null> {
    const block = payment.own ? payment.own.block : payment.block
    const standing = block ? await standingOf(block) : 'unknown'
    if (block && standing === 'best') {
      const amount = await amountIn(payment, block)
      if (amount !== null) return { state: 'mined', amount, block }
    }
    if (block && standing === 'unknown' && block.height > tipHeight) return null
    if (await isInMempool(payment.txId)) return { state: 'mempool', amount: payment.amount }
    if (!payment.own) return null
    const spenders = payment.spends.map((outpoint) => spentInBlocks.get(outpoint))
    const replacedBy =
      spenders.find((spender) => spender !== undefined && spender !== payment.txId) ??
      (await spenderInMempool(payment))
    const because = replacedBy ? 'replaced' : payment.own.state === 'mined' ? 'reorged' : 'failed'
    // A payment that is gone keeps its first reason, unless more is known now.
    if (payment.own.state === 'gone' && !replacedBy) return null
    return { state: 'gone', because, replacedBy }
  }

  return {
    id,
    async poll({ watched, known, cursor }) {
      const info = await rpc.call(ChainInfoSchema, 'getblockchaininfo')
      if (!(coreChains[network] as readonly string[]).includes(info.chain))
        throw new SourceError(`refused: is on chain ${info.chain}, not ${network}`)
      const scripts: Watched = new Set(watched.map(({ matchKey }) => matchKey))
      const mempool = await readMempool(scripts)

      const start = await commonAncestor(cursor, info.blocks)
      let { position, hashes } = start
      const isBehind = start.isBehind ?? false
      const sightings = [...mempool.sightings]
      const inBlocks = new Map<string, BlockRef>()
      const spentInBlocks = new Map<string, string>()
      const wanted = new Set(known.flatMap(({ spends }) => spends))
      const last = Math.min(info.blocks, position + blocksPerTurn)
      let broken = false
      while (position < last && !broken) {
        const block = await readBlock(position + 1)
        const before = hashes.at(-1)
        // The chain changed while it was being read: the next turn finds out where.
        broken = before !== undefined && before.height === position && block.previousblockhash !== before.hash
        if (broken) break
        const ref = { height: block.height, hash: block.hash }
        for (const transaction of block.tx) {
          const own = sightingsIn(transaction, scripts, ref, block.time * 1000)
          if (own.length > 0) inBlocks.set(transaction.txid, ref)
          sightings.push(...own)
          for (const outpoint of outpointsOf(transaction))
            if (wanted.has(outpoint)) spentInBlocks.set(outpoint, transaction.txid)
        }
        hashes = withBlock(hashes, ref)
        position = block.height
      }

      const fates = new Map<number, Fate>()
      for (const payment of known) {
        if (inBlocks.has(payment.txId)) continue
        const fate = await fateOf(payment, info.blocks, spentInBlocks)
        if (fate) fates.set(payment.id, fate)
      }
      // What seems gone may be in a block that arrived just now.
      const isSame = !broken && (await rpc.call(hash, 'getbestblockhash')) === info.bestblockhash
      if (!isSame || isBehind || position < info.blocks)
        for (const [paymentId, fate] of fates)
          if (fate.state === 'gone' && !fate.replacedBy) fates.delete(paymentId)

      return {
        tip: { height: info.blocks, hash: info.bestblockhash },
        finalHeight: null,
        cursor: { position, hashes },
        caughtUp:
          !broken &&
          !isBehind &&
          position >= info.blocks &&
          mempool.all &&
          info.headers <= info.blocks + 1 &&
          (network !== 'mainnet' || !info.initialblockdownload),
        sightings,
        fates,
        problem: null,
        accept() {
          lookedInto = mempool.now
        },
      }
    },
  }
}

function sightingsIn(
  transaction: CoreTransaction,
  watched: Watched,
  block: BlockRef | null,
  blockTimeMs: number | null,
): Sighting[] {
  return transaction.vout
    .filter(({ scriptPubKey }) => watched.has(scriptPubKey.hex))
    .map(({ n, value, scriptPubKey }) => ({
      matchKey: scriptPubKey.hex,
      txId: transaction.txid,
      index: n,
      asset: 'BTC',
      token: null,
      decimals: 8,
      amount: value,
      block,
      blockTimeMs,
      spends: outpointsOf(transaction),
    }))
}
