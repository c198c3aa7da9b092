import { beforeEach, describe, expect, test } from 'vitest'
import type { KnownPayment, SourceCursor } from '../chain-source.ts'
import { SourceError } from '../http-json.ts'
import type { JsonRpc, RpcCall, RpcOutcome } from '../json-rpc.ts'
import { topicOfAddress, transferTopic } from './evm-schemas.ts'
import { createEvmSource } from './evm-source.ts'

const token = `0x${'a'.repeat(40)}`
const receiver = `0x${'b'.repeat(40)}`
const hex = (value: number) => `0x${value.toString(16)}`
const hashAt = (height: number, fork = 0) => `0x${(height * 16 + fork).toString(16).padStart(64, '0')}`
const txOf = (number: number) => `0x${number.toString(16).padStart(64, 'f')}`
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`

type Log = {
  address: string
  topics: string[]
  data: string
  blockNumber: string
  blockHash: string
  transactionHash: string
  logIndex: string
  removed?: boolean
}

/** A node of numbered blocks. */
function fakeNode() {
  const node = {
    head: 100,
    final: 90 as number | null,
    fork: new Map<number, number>(),
    logs: [] as Log[],
    failed: new Set<string>(),
    /** Maximum block range that it answers. */
    widest: 10_000,
    /** After this many ranges it refuses further requests. */
    refuseAfter: null as number | null,
    ranges: [] as [number, number][],
    hashOf: (height: number) => hashAt(height, node.fork.get(height) ?? 0),
    pay(height: number, number: number, units: bigint, change: Partial<Log> = {}) {
      node.logs.push({
        address: token,
        topics: [transferTopic, topicOfAddress(token), topicOfAddress(receiver)],
        data: word(units),
        blockNumber: hex(height),
        blockHash: node.hashOf(height),
        transactionHash: txOf(number),
        logIndex: hex(number),
        ...change,
      })
    },
  }
  const block = (height: number) =>
    height < 0 || height > node.head
      ? null
      : {
          number: hex(height),
          hash: node.hashOf(height),
          parentHash: node.hashOf(Math.max(0, height - 1)),
          timestamp: hex(1_700_000_000 + height),
        }
  const answer = ({ method, params = [] }: RpcCall): unknown => {
    const [first] = params as [never]
    if (method === 'eth_chainId') return hex(31_337)
    if (method === 'eth_call') {
      const { data } = first as { data: string }
      return data === '0x313ce567'
        ? word(6n)
        : `0x${[word(32n), word(4n), `0x${Buffer.from('USDT').toString('hex').padEnd(64, '0')}`].map((part) => part.slice(2)).join('')}`
    }
    if (method === 'eth_getBlockByNumber') {
      if (first === 'latest') return block(node.head)
      if (first === 'finalized') {
        if (node.final === null) throw new Error('unknown block tag')
        return block(node.final)
      }
      return block(Number(first))
    }
    if (method === 'eth_getBlockByHash')
      return block(
        Array.from({ length: node.head + 1 }, (_, height) => height).find(
          (height) => node.hashOf(height) === first,
        ) ?? -1,
      )
    if (method === 'eth_getLogs') {
      const { fromBlock, toBlock } = first as { fromBlock: string; toBlock: string }
      const [from, to] = [Number(fromBlock), Number(toBlock)]
      node.ranges.push([from, to])
      if (to - from + 1 > node.widest) throw new Error('query exceeds max block range')
      return node.logs.filter(({ blockNumber }) => Number(blockNumber) >= from && Number(blockNumber) <= to)
    }
    if (method === 'eth_getTransactionReceipt') {
      const logs = node.logs.filter(
        ({ transactionHash, blockNumber, blockHash }) =>
          transactionHash === first && node.hashOf(Number(blockNumber)) === blockHash,
      )
      const [log] = logs
      return log
        ? {
            blockNumber: log.blockNumber,
            blockHash: log.blockHash,
            status: node.failed.has(first) ? '0x0' : '0x1',
            logs,
          }
        : null
    }
    throw new Error(`unexpected ${method}`)
  }
  const outcome = (call: RpcCall): RpcOutcome => {
    const isEnough = node.refuseAfter !== null && node.ranges.length >= node.refuseAfter
    if (isEnough && call.method === 'eth_getLogs') throw new SourceError('status 429', { status: 429 })
    try {
      return { ok: true, result: structuredClone(answer(call)) }
    } catch (error) {
      return { ok: false, code: -32_000, message: (error as Error).message }
    }
  }
  const rpc: JsonRpc = {
    async call(schema, method, params = []) {
      const result = outcome({ method, params })
      if (!result.ok) throw new SourceError(result.message)
      return schema.parse(result.result)
    },
    batch: async (calls) => calls.map(outcome),
  }
  return { node, rpc }
}

describe('an EVM source', () => {
  let { node, rpc } = fakeNode()
  let source = create()
  beforeEach(() => {
    ;({ node, rpc } = fakeNode())
    source = create()
  })
  function create() {
    return createEvmSource({
      id: 'rpc',
      rpc,
      chainId: 31_337,
      tokens: [{ address: token, asset: 'USDT', decimals: 6, symbols: ['USDT'] }],
    })
  }
  const watched = [{ matchKey: receiver, address: receiver, hot: true }]
  const poll = (cursor: SourceCursor | null, known: KnownPayment[] = []) =>
    source.poll({ watched, known, cursor })
  const cursorAt = (height: number) => ({ position: height, hashes: [{ height, hash: node.hashOf(height) }] })
  const knownAt = (height: number, number: number): KnownPayment => ({
    id: number,
    matchKey: receiver,
    txId: txOf(number),
    index: number,
    token,
    amount: 5n,
    spends: [],
    block: { height, hash: hashAt(height) },
    own: { state: 'mined', block: { height, hash: hashAt(height) } },
  })

  test('reads transfers with the time of their block, and only those of fungible tokens to watched addresses', async () => {
    node.pay(95, 1, 5n)
    node.pay(96, 2, 6n, {
      topics: [transferTopic, topicOfAddress(token), topicOfAddress(receiver), word(1n)],
    })
    node.pay(97, 3, 7n, { removed: true })
    node.pay(98, 4, 8n, { address: receiver })
    node.pay(99, 5, 9n, { data: '0x' })
    const report = await poll(null)
    expect(report).toMatchObject({ tip: { height: 100 }, finalHeight: 90, caughtUp: true, problem: null })
    expect(report.sightings).toMatchObject([
      {
        txId: txOf(1),
        index: 1,
        amount: 5n,
        asset: 'USDT',
        block: { height: 95 },
        blockTimeMs: 1_700_000_095_000,
      },
    ])
  })

  test('asks for less when a provider refuses, and for more again afterwards', async () => {
    node.head = 3_000
    node.widest = 10
    node.pay(1_500, 1, 5n)
    let cursor: SourceCursor = cursorAt(1_000)
    const seen: string[] = []
    for (let turn = 0; turn < 60 && cursor.position < node.head; turn += 1) {
      const report = await poll(cursor)
      expect(report.problem).toBeNull()
      expect(report.caughtUp).toBe(report.cursor.position === node.head)
      seen.push(...report.sightings.map(({ txId }) => txId))
      cursor = report.cursor
    }
    expect(cursor.position).toBe(node.head)
    expect(seen).toContain(txOf(1))
    node.widest = 10_000
    node.ranges = []
    await poll(cursorAt(0))
    expect(Math.max(...node.ranges.map(([from, to]) => to - from + 1))).toBeGreaterThan(500)
  })

  test('reads from where two chains part', async () => {
    const cursor = {
      position: 100,
      hashes: [97, 98, 99, 100].map((height) => ({ height, hash: node.hashOf(height) })),
    }
    for (const height of [99, 100, 101]) node.fork.set(height, 1)
    node.head = 101
    node.pay(99, 1, 5n)
    const report = await poll(cursor)
    expect(report.sightings).toMatchObject([{ block: { height: 99, hash: hashAt(99, 1) } }])
    expect(report.cursor).toMatchObject({ position: 101 })
    expect(report.cursor.hashes.at(-1)).toEqual({ height: 101, hash: hashAt(101, 1) })
  })

  test('a payment whose block left is gone, one that failed too, and a known one keeps its place', async () => {
    node.pay(50, 1, 5n)
    node.pay(51, 2, 5n)
    node.pay(52, 3, 5n)
    node.fork.set(51, 1)
    node.failed.add(txOf(3))
    const { fates } = await poll(cursorAt(100), [knownAt(50, 1), knownAt(51, 2), knownAt(52, 3)])
    expect(fates.get(1)).toEqual({ state: 'mined', amount: 5n, block: { height: 50, hash: hashAt(50) } })
    expect(fates.get(2)).toEqual({ state: 'gone', because: 'reorged', replacedBy: null })
    expect(fates.get(3)).toEqual({ state: 'gone', because: 'failed', replacedBy: null })
  })

  test('a head that went back is behind and takes nothing away', async () => {
    const cursor = cursorAt(100)
    node.head = 95
    const report = await poll(cursor, [knownAt(98, 1)])
    expect(report).toMatchObject({ caughtUp: false, cursor: { position: 100 } })
    expect(report.fates.size).toBe(0)
  })

  test('a chain without finality mark says so', async () => {
    node.final = null
    expect((await poll(null)).finalHeight).toBeNull()
  })

  test('an event of a block that nobody knows is left for the next turn', async () => {
    node.pay(95, 1, 5n, { blockHash: hashAt(95, 7) })
    expect((await poll(null)).sightings).toEqual([])
  })

  test('what breaks off in the middle keeps what was read', async () => {
    node.head = 4_000
    node.pay(150, 1, 5n)
    node.pay(3_900, 2, 5n)
    node.refuseAfter = 2
    const report = await poll(cursorAt(100))
    expect(report).toMatchObject({ caughtUp: false, problem: { status: 429 } })
    expect(report.sightings.map(({ txId }) => txId)).toEqual([txOf(1)])
    expect(report.cursor.position).toBeGreaterThan(1_000)
    expect(report.cursor.position).toBeLessThan(node.head)
    node.refuseAfter = null
    const rest = await poll(report.cursor)
    expect(rest).toMatchObject({ caughtUp: true, problem: null })
    expect(rest.sightings.map(({ txId }) => txId)).toEqual([txOf(2)])
  })
})
