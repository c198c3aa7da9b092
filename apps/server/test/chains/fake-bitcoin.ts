import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type FakeTransaction = {
  txid: string
  vin: { txid: string; vout: number }[]
  vout: { n: number; value: number; scriptPubKey: { hex: string } }[]
}
type FakeBlock = {
  hash: string
  height: number
  time: number
  previousblockhash?: string
  tx: FakeTransaction[]
}

/** A node that answers as a test wants: truthfully or not. */
export type FakeBitcoin = {
  url: string
  blocks: FakeBlock[]
  mempool: FakeTransaction[]
  /** Blocks that are no longer in its chain. */
  left: FakeBlock[]
  /** How many of its blocks it reports. */
  admits: number | null
  /** Replaces every answer: a status and raw bytes. */
  broken: { status: number; body: string; headers?: Record<string, string> } | null
  /** Replaces the answers of one method. */
  lies: Map<string, unknown>
  pay(script: string, coins: number): FakeTransaction
  mine(blocks?: number): void
  /** The last blocks leave the chain, and as many others and one more take their place; transactions go back to the mempool. */
  fork(blocks: number): void
  /** A transaction of the mempool is replaced by one that pays as much to another script. */
  replace(txId: string, script: string): void
  stop(): Promise<void>
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
let lastNumber = 0

/** Bitcoin Core's RPC, as far as payments use it, over blocks that are made up. */
export async function startFakeBitcoin(): Promise<FakeBitcoin> {
  const shown = () => fake.blocks.slice(0, fake.admits ?? fake.blocks.length)
  const answers: Record<string, (...params: never[]) => unknown> = {
    getblockchaininfo: () => {
      const tip = shown().at(-1) as FakeBlock
      return {
        chain: 'regtest',
        blocks: tip.height,
        headers: tip.height,
        bestblockhash: tip.hash,
        initialblockdownload: false,
      }
    },
    getbestblockhash: () => shown().at(-1)?.hash,
    getblockhash: (height: number) => shown()[height]?.hash ?? refuse(-8),
    getblock: (hash: string) => shown().find((block) => block.hash === hash) ?? refuse(-5),
    getblockheader: (hash: string) => {
      const left = fake.left.find((one) => one.hash === hash)
      if (left) return { hash, height: left.height, confirmations: -1 }
      const block = shown().find((one) => one.hash === hash)
      return block ? { hash, height: block.height, confirmations: shown().length - block.height } : refuse(-5)
    },
    getrawmempool: () => fake.mempool.map(({ txid }) => txid),
    getrawtransaction: (txId: string, _verbose: number, blockHash?: string) => {
      const pool = blockHash ? (shown().find(({ hash }) => hash === blockHash)?.tx ?? []) : fake.mempool
      return pool.find(({ txid }) => txid === txId) ?? refuse(-5)
    },
    getmempoolentry: (txId: string) => (fake.mempool.some(({ txid }) => txid === txId) ? {} : refuse(-5)),
    gettxspendingprevout: (outputs: { txid: string; vout: number }[]) => outputs,
  }
  const refuse = (code: number): never => {
    throw Object.assign(new Error('no'), { code })
  }
  const answerOf = ({ id, method, params }: { id: number; method: string; params: never[] }) => {
    try {
      const result = fake.lies.has(method) ? fake.lies.get(method) : answers[method]?.(...params)
      return { id, result, error: null }
    } catch (error) {
      return { id, result: null, error: { code: (error as { code: number }).code, message: 'no' } }
    }
  }
  const fake: FakeBitcoin = {
    url: '',
    blocks: [],
    mempool: [],
    left: [],
    admits: null,
    broken: null,
    lies: new Map(),
    pay(script, coins) {
      lastNumber += 1
      const transaction = {
        txid: hashOf(`transaction ${lastNumber}`),
        vin: [{ txid: hashOf(`source ${lastNumber}`), vout: 0 }],
        vout: [{ n: 0, value: coins, scriptPubKey: { hex: script } }],
      }
      fake.mempool.push(transaction)
      return transaction
    },
    mine(blocks = 1) {
      for (let mined = 0; mined < blocks; mined += 1) {
        const before = fake.blocks.at(-1)
        lastNumber += 1
        fake.blocks.push({
          hash: hashOf(`block ${lastNumber}`),
          height: fake.blocks.length,
          time: 1_900_000_000,
          ...(before ? { previousblockhash: before.hash } : {}),
          tx: fake.mempool.splice(0),
        })
      }
    },
    fork(blocks) {
      const gone = fake.blocks.splice(Math.max(1, fake.blocks.length - blocks))
      fake.left.push(...gone)
      const back = gone.flatMap(({ tx }) => tx)
      fake.mempool.unshift(...back)
      const waiting = fake.mempool.splice(0)
      fake.mine(gone.length + 1)
      fake.mempool.push(...waiting)
    },
    replace(txId, script) {
      const at = fake.mempool.findIndex(({ txid }) => txid === txId)
      const [old] = at < 0 ? [] : fake.mempool.splice(at, 1)
      if (!old) return
      const next = fake.pay(script, old.vout[0]?.value ?? 0)
      next.vin = old.vin
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (fake.broken) {
        response.writeHead(fake.broken.status, fake.broken.headers).end(fake.broken.body)
        return
      }
      const question = JSON.parse(Buffer.concat(chunks).toString())
      const answer = Array.isArray(question) ? question.map(answerOf) : answerOf(question)
      response.end(JSON.stringify(answer))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  fake.mine(10)
  return fake
}
