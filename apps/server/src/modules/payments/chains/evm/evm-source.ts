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
import type { JsonRpc, RpcOutcome } from '../json-rpc.ts'
import {
  BlockSchema,
  type EvmLog,
  hexData,
  LogSchema,
  parseSymbol,
  parseTransfer,
  quantity,
  ReceiptSchema,
  topicOfAddress,
  transferTopic,
} from './evm-schemas.ts'

/** A token to look for on a chain. */
export type WatchedToken = {
  /** Lower case. */
  address: string
  /** Its usual name. */
  asset: string
  decimals: number
  /** Accepted answers of `symbol()`. */
  symbols: readonly string[]
}

/** Blocks before the head that are read at the very first start. */
const firstLookBack = 20
/** Blocks read again each time: the index of events of some nodes is behind their own head. */
const overlapBlocks = 8
const widestRange = 5_000
const rangesPerTurn = 40
const addressesPerQuestion = 100
const selectors = { decimals: '0x313ce567', symbol: '0x95d89b41' }

/**
 * An Ethereum-like node. Transfer events to the watched addresses are queried in ranges that shrink when the provider refuses them and then
 * grow again; amounts come from the events. The chain id, and `decimals()` and `symbol()` of each token, are checked before anything is
 * read.
 */
export function createEvmSource(options: {
  id: string
  rpc: JsonRpc
  chainId: number
  tokens: readonly WatchedToken[]
}): ChainSource {
  const { id, rpc, chainId, tokens } = options
  const byAddress = new Map(tokens.map((token) => [token.address, token]))
  let checked = false
  let rangeBlocks = 500

  async function check(): Promise<void> {
    const found = await rpc.call(quantity, 'eth_chainId')
    if (found !== chainId) throw new SourceError(`refused: is chain ${found}, not ${chainId}`)
    for (const token of tokens) {
      const ask = (data: string) => rpc.call(hexData, 'eth_call', [{ to: token.address, data }, 'latest'])
      const decimals = await ask(selectors.decimals)
      if (decimals.length !== 66 || BigInt(decimals) !== BigInt(token.decimals))
        throw new SourceError(`refused: token ${token.address} has not ${token.decimals} decimals`)
      const symbol = parseSymbol(await ask(selectors.symbol))
      if (symbol === null || !token.symbols.includes(symbol))
        throw new SourceError(`refused: token ${token.address} calls itself ${symbol}, not ${token.asset}`)
    }
    checked = true
  }

  const blockAt = async (at: number | 'latest' | 'finalized') => {
    const text = typeof at === 'number' ? `0x${at.toString(16)}` : at
    const [outcome] = await rpc.batch([{ method: 'eth_getBlockByNumber', params: [text, false] }])
    return parseOutcome(outcome, BlockSchema.nullable(), 'eth_getBlockByNumber')
  }

  /** Null when the node has no such mark; that is a result, not a failure. */
  async function finalHeight(): Promise<number | null> {
    const [outcome] = await rpc.batch([{ method: 'eth_getBlockByNumber', params: ['finalized', false] }])
    if (!outcome?.ok) return null
    const block = BlockSchema.safeParse(outcome.result)
    return block.success ? block.data.number : null
  }

  async function commonAncestor(
    cursor: SourceCursor | null,
    head: number,
  ): Promise<SourceCursor & { isBehind?: boolean }> {
    if (!cursor) return { position: Math.max(-1, head - firstLookBack), hashes: [] }
    // One of several machines behind one address that is lagging: nothing it reports reverts anything.
    if (head < cursor.position) return { ...cursor, isBehind: true }
    const hashes = [...cursor.hashes]
    for (let last = hashes.at(-1); last; last = hashes.at(-1)) {
      if ((await blockAt(last.height))?.hash === last.hash) return { position: last.height, hashes }
      hashes.pop()
    }
    const oldest = cursor.hashes[0]
    return { position: Math.min(oldest ? oldest.height - 1 : cursor.position, head), hashes: [] }
  }

  async function logsIn(from: number, to: number, receivers: readonly string[]): Promise<EvmLog[] | null> {
    const logs: EvmLog[] = []
    for (let start = 0; start < receivers.length; start += addressesPerQuestion) {
      const topics = [
        transferTopic,
        null,
        receivers.slice(start, start + addressesPerQuestion).map(topicOfAddress),
      ]
      const [outcome] = await rpc.batch([
        {
          method: 'eth_getLogs',
          params: [
            {
              fromBlock: `0x${from.toString(16)}`,
              toBlock: `0x${to.toString(16)}`,
              address: [...byAddress.keys()],
              topics,
            },
          ],
        },
      ])
      // Too wide, too many results, or beyond what this node has indexed: tries a smaller range.
      if (outcome && !outcome.ok && to > from) return null
      logs.push(...parseOutcome(outcome, LogSchema.array(), 'eth_getLogs'))
    }
    return logs
  }

  async function sightingOf(log: EvmLog, times: Map<string, number>): Promise<Sighting | null> {
    const transfer = parseTransfer(log)
    const token = byAddress.get(log.address)
    if (!transfer || !token || log.removed) return null
    if (!times.has(log.blockHash)) {
      const [outcome] = await rpc.batch([{ method: 'eth_getBlockByHash', params: [log.blockHash, false] }])
      const block = parseOutcome(outcome, BlockSchema.nullable(), 'eth_getBlockByHash')
      // The event belongs to a block that no longer exists.
      if (!block) return null
      times.set(log.blockHash, block.timestamp * 1000)
    }
    return {
      matchKey: transfer.to,
      txId: log.transactionHash,
      index: log.logIndex,
      asset: token.asset,
      token: token.address,
      decimals: token.decimals,
      amount: transfer.amount,
      block: { height: log.blockNumber, hash: log.blockHash },
      blockTimeMs: times.get(log.blockHash) ?? null,
      spends: [],
    }
  }

  async function fateOf(payment: KnownPayment, head: number): Promise<Fate | null> {
    const before = payment.own?.block ?? payment.block
    if (before && before.height > head) return null
    const [outcome] = await rpc.batch([{ method: 'eth_getTransactionReceipt', params: [payment.txId] }])
    const receipt = parseOutcome(outcome, ReceiptSchema.nullable(), 'eth_getTransactionReceipt')
    const log = receipt?.logs.find(
      (candidate) =>
        candidate.logIndex === payment.index &&
        candidate.address === payment.token &&
        parseTransfer(candidate)?.to === payment.matchKey,
    )
    if (receipt && log && receipt.status !== 0) {
      const block = { height: receipt.blockNumber, hash: receipt.blockHash }
      const canonical = await blockAt(block.height)
      if (canonical?.hash === block.hash)
        return { state: 'mined', amount: parseTransfer(log)?.amount ?? payment.amount, block }
    }
    if (!payment.own || payment.own.state === 'gone') return null
    return { state: 'gone', because: receipt?.status === 0 ? 'failed' : 'reorged', replacedBy: null }
  }

  return {
    id,
    async poll({ watched, known, cursor }) {
      if (!checked) await check()
      const head = await blockAt('latest')
      if (!head) throw new SourceError('knows no newest block')
      const tip: BlockRef = { height: head.number, hash: head.hash }
      const final = await finalHeight()
      const start = await commonAncestor(cursor, head.number)
      let { position, hashes } = start

      const receivers = watched.map(({ matchKey }) => matchKey)
      const sightings: Sighting[] = []
      const times = new Map<string, number>()
      let problem: Error | null = null
      let from = Math.max(0, position + 1 - overlapBlocks)
      try {
        for (let ranges = 0; !start.isBehind && from <= head.number && ranges < rangesPerTurn; ranges += 1) {
          const to = Math.min(head.number, from + rangeBlocks - 1)
          const logs = receivers.length === 0 ? [] : await logsIn(from, to, receivers)
          if (!logs) {
            rangeBlocks = Math.max(1, Math.floor((to - from + 1) / 2))
            continue
          }
          for (const log of logs) {
            const sighting = await sightingOf(log, times)
            if (sighting) sightings.push(sighting)
          }
          // Behind the head only the end of each range is remembered: enough to locate a fork.
          const end = to === head.number ? tip : await blockAt(to)
          if (end) hashes = withBlock(hashes, { height: to, hash: end.hash })
          position = to
          from = to + 1
          rangeBlocks = Math.min(widestRange, rangeBlocks * 2)
        }
      } catch (error) {
        problem = error instanceof Error ? error : new Error(String(error))
      }

      const fates = new Map<number, Fate>()
      const seen = new Set(sightings.map(({ txId, index }) => `${txId}:${index}`))
      try {
        for (const payment of known) {
          if (seen.has(`${payment.txId}:${payment.index}`)) continue
          const fate = await fateOf(payment, head.number)
          if (fate) fates.set(payment.id, fate)
        }
      } catch (error) {
        problem ??= error instanceof Error ? error : new Error(String(error))
      }
      return {
        tip,
        finalHeight: final,
        cursor: { position, hashes },
        caughtUp: problem === null && !start.isBehind && position >= head.number,
        sightings,
        fates,
        problem,
        accept: () => undefined,
      }
    },
  }
}

function parseOutcome<T>(
  outcome: RpcOutcome | undefined,
  schema: { safeParse(input: unknown): { success: true; data: T } | { success: false } },
  method: string,
): T {
  if (!outcome?.ok)
    throw new SourceError(`${method}: ${outcome?.message.slice(0, 200) ?? 'no answer'}`, {
      ...(outcome ? { rpcCode: outcome.code } : {}),
    })
  const result = schema.safeParse(outcome.result)
  if (!result.success) throw new SourceError(`${method} answered in no known form`)
  return result.data
}
