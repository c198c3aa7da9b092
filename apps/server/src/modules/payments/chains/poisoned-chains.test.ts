import { leavesOf, poisons, withAt } from '@shipminer/testkit/poison'
import { describe, expect, test } from 'vitest'
import { createCoreSource } from './bitcoin/core-source.ts'
import { createEsploraSource } from './bitcoin/esplora-source.ts'
import type { ChainSource, KnownPayment, SourceReport } from './chain-source.ts'
import { topicOfAddress, transferTopic } from './evm/evm-schemas.ts'
import { createEvmSource } from './evm/evm-source.ts'
import { type HttpJson, SourceError } from './http-json.ts'
import { createJsonRpc } from './json-rpc.ts'

/*
 * Every poison in every leaf of every answer of a node: the source says in its own words that the answer is none, or what it reports fits the
 * columns and dates it goes into. Nothing else is thrown, and the source of another chain never hears of it.
 */

const int4 = 2 ** 31 - 1
const more: typeof poisons = [
  ['beyond the end of dates', 8.64e15 + 1],
  ['the largest safe number', Number.MAX_SAFE_INTEGER],
  ['2^31 in hex', '0x80000000'],
  ['52 bits in hex', '0xfffffffffffff'],
  ['an amount of 256 bits', `0x${'f'.repeat(64)}`],
  ['a number as large as a text can be', '9'.repeat(5_000)],
]
const all = [...poisons, ...more]

type Answers = Record<string, unknown>

/** A node that gives one answer a method (or path), whatever it is asked about. */
function rpcOf(answers: Answers): HttpJson {
  const answer = ({ id, method }: { id: number; method: string }) => ({
    jsonrpc: '2.0',
    id,
    result: answers[method],
  })
  return {
    async request(_, init) {
      const { body } = init as { body: Parameters<typeof answer>[0] | Parameters<typeof answer>[0][] }
      return { status: 200, body: Array.isArray(body) ? body.map(answer) : answer(body) }
    },
  }
}

function check(where: string, report: SourceReport): void {
  const fits = (height: number | null | undefined) =>
    height === null || height === undefined || (Number.isInteger(height) && height >= -1 && height <= int4)
  const { tip, finalHeight, cursor, sightings, fates } = report
  const heights = [tip.height, finalHeight, cursor.position, ...cursor.hashes.map((block) => block.height)]
  for (const fate of fates.values()) if (fate.state === 'mined') heights.push(fate.block.height)
  for (const sighting of sightings) {
    heights.push(sighting.block?.height ?? null, sighting.index)
    const { blockTimeMs, amount, txId } = sighting
    expect([where, blockTimeMs === null || !Number.isNaN(new Date(blockTimeMs).getTime())]).toEqual([
      where,
      true,
    ])
    expect([where, amount >= 0n && amount < 2n ** 256n, txId.length <= 66]).toEqual([where, true, true])
  }
  expect([where, heights.every(fits)]).toEqual([where, true])
}

async function withEveryPoison(
  answers: Answers,
  sourceOf: (http: Answers) => ChainSource,
  ask: Parameters<ChainSource['poll']>[0],
) {
  const sound = await sourceOf(answers).poll(ask)
  expect(sound.sightings).toHaveLength(1)
  expect(sound.problem).toBeNull()
  check('sound', sound)
  let reported = 0
  for (const path of leavesOf(answers)) {
    for (const [name, poison] of all) {
      const where = `${path.join('.')} ${name}`
      const told = JSON.parse(JSON.stringify(withAt(answers, path, poison))) as Answers
      try {
        const report = await sourceOf(told).poll(ask)
        check(where, report)
        expect([where, report.problem === null || report.problem instanceof SourceError]).toEqual([
          where,
          true,
        ])
        reported += 1
      } catch (error) {
        expect([where, error]).toEqual([where, expect.any(SourceError)])
      }
    }
  }
  expect(reported).toBeGreaterThan(0)
}

const id = (letter: string) => letter.repeat(64)
const script = '0014751e76e8199196d454941c45d1b3a323f1433bd6'
const known = (changes: Partial<KnownPayment>): KnownPayment => ({
  id: 1,
  matchKey: script,
  txId: id('9'),
  index: 0,
  token: null,
  amount: 5n,
  spends: [`${id('8')}:0`],
  block: null,
  own: { state: 'mempool', block: null },
  ...changes,
})

describe('what a node answers', () => {
  test('Bitcoin Core', async () => {
    const transaction = {
      txid: id('1'),
      vin: [{ txid: id('2'), vout: 0 }],
      vout: [{ n: 0, value: 0.0005, scriptPubKey: { hex: script } }],
    }
    const answers = {
      getblockchaininfo: {
        chain: 'regtest',
        blocks: 0,
        headers: 0,
        bestblockhash: id('a'),
        initialblockdownload: false,
      },
      getrawmempool: [],
      getblockhash: id('a'),
      getblock: {
        hash: id('a'),
        height: 0,
        time: 1_700_000_000,
        previousblockhash: id('b'),
        tx: [transaction],
      },
      getbestblockhash: id('a'),
      getmempoolentry: { vsize: 100 },
      getblockheader: { hash: id('a'), height: 0, confirmations: 1 },
      getrawtransaction: transaction,
      gettxspendingprevout: [{ txid: id('8'), vout: 0, spendingtxid: id('7') }],
    }
    await withEveryPoison(
      answers,
      (told) => createCoreSource('core', createJsonRpc(rpcOf(told)), 'regtest'),
      {
        watched: [{ matchKey: script, address: 'x', hot: true }],
        known: [known({})],
        cursor: null,
      },
    )
  })

  test('a chain of Ethereum', async () => {
    const receiver = `0x${'b'.repeat(40)}`
    const token = `0x${'a'.repeat(40)}`
    const hash = (letter: string) => `0x${id(letter)}`
    const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`
    const log = {
      address: token,
      topics: [transferTopic, topicOfAddress(token), topicOfAddress(receiver)],
      data: word(5_000_000n),
      blockNumber: '0x10',
      blockHash: hash('c'),
      transactionHash: hash('d'),
      logIndex: '0x3',
      removed: false,
    }
    const block = { number: '0x10', hash: hash('c'), parentHash: hash('e'), timestamp: '0x6553f100' }
    const answers = {
      eth_chainId: '0x7a69',
      eth_call: word(6n),
      eth_getBlockByNumber: block,
      eth_getBlockByHash: block,
      eth_getLogs: [log],
      eth_getTransactionReceipt: { blockNumber: '0x10', blockHash: hash('c'), status: '0x1', logs: [log] },
    }
    const sourceOf = (told: Answers) =>
      createEvmSource({ id: 'evm', rpc: createJsonRpc(rpcOf(told)), chainId: 31_337, tokens: [] })
    const withToken = (told: Answers) =>
      createEvmSource({
        id: 'evm',
        rpc: createJsonRpc(symbolBeside(rpcOf(told))),
        chainId: 31_337,
        tokens: [{ address: token, asset: 'USDT', decimals: 6, symbols: ['USDT'] }],
      })
    expect(sourceOf(answers).id).toBe('evm')
    await withEveryPoison(answers, withToken, {
      watched: [{ matchKey: receiver, address: receiver, hot: true }],
      known: [known({ matchKey: receiver, token, txId: hash('f'), index: 3, spends: [] })],
      cursor: null,
    })
  })

  test('Esplora', async () => {
    const transaction = {
      txid: id('1'),
      vin: [{ txid: id('2'), vout: 0, is_coinbase: false }],
      vout: [{ scriptpubkey: script, value: 50_000 }],
      status: { confirmed: true, block_height: 7, block_hash: id('a'), block_time: 1_700_000_000 },
    }
    const answers = {
      '/blocks/tip/height': 7,
      '/blocks/tip/hash': id('a'),
      '/txs': [transaction],
      '/tx': { ...transaction, txid: id('9') },
      '/status': { in_best_chain: true },
      '/outspend': { spent: true, txid: id('7') },
    }
    const http = (told: Answers): HttpJson => ({
      async request(path) {
        const place = path.startsWith('/tx/')
          ? path.includes('/outspend/')
            ? '/outspend'
            : '/tx'
          : path.endsWith('/txs')
            ? '/txs'
            : path.endsWith('/status')
              ? '/status'
              : path
        return { status: 200, body: told[place] }
      },
    })
    await withEveryPoison(answers, (told) => createEsploraSource('esplora', http(told), () => 1e12), {
      watched: [{ matchKey: script, address: 'x', hot: true }],
      known: [known({ block: { height: 7, hash: id('a') } })],
      cursor: null,
    })
  })

  test.each(all)('the envelope of an answer: %s', async (_, poison) => {
    for (const body of [
      poison,
      { id: 1, result: poison },
      { id: poison, result: 1 },
      { id: 1, error: poison },
    ]) {
      const rpc = createJsonRpc({
        request: async () => ({ status: 200, body: JSON.parse(JSON.stringify(body)) }),
      })
      const outcome = await rpc.batch([{ method: 'x' }]).catch((error: unknown) => error)
      expect(Array.isArray(outcome) || outcome instanceof SourceError).toBe(true)
    }
  })
})

/** The symbol of the token is asked with the same method as its decimals. */
function symbolBeside(http: HttpJson): HttpJson {
  const word = (value: bigint) => value.toString(16).padStart(64, '0')
  const symbol = `0x${word(32n)}${word(4n)}${Buffer.from('USDT').toString('hex').padEnd(64, '0')}`
  return {
    async request(path, init) {
      const { body } = init as { body: { id: number; params: [{ data?: string }] } }
      if (body.params?.[0]?.data === '0x95d89b41')
        return { status: 200, body: { id: body.id, result: symbol } }
      return http.request(path, init)
    },
  }
}
