import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BitcoinNode } from './bitcoin-node.ts'

export type EsploraShim = {
  url: string
  /** Answers that replace those of the node: by path, as body and status. */
  lies: Map<string, { status: number; body: string; headers?: Record<string, string> }>
  /** Changes every transaction before it is reported. */
  distort: ((transaction: Record<string, unknown>) => Record<string, unknown>) | null
  /** Paths in the order in which they were requested. */
  asked: string[]
  stop(): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: answers of a node
type Json = any
const pageSize = 25

/** Esplora's HTTP API, as far as payments use it, over the RPC of a regtest node. */
export async function startEsploraShim(node: BitcoinNode): Promise<EsploraShim> {
  const blocks = new Map<string, Json>()

  async function readBlock(hash: string): Promise<Json> {
    const known = blocks.get(hash)
    if (known) return known
    const block = await node.rpc('getblock', hash, 2)
    blocks.set(hash, block)
    return block
  }

  function transactionOf(raw: Json, block: Json | null): Json {
    return {
      txid: raw.txid,
      vin: raw.vin.map((input: Json) => ({
        txid: input.txid ?? '0'.repeat(64),
        vout: input.vout ?? 0xffffffff,
        is_coinbase: input.txid === undefined,
      })),
      vout: raw.vout.map((output: Json) => ({
        scriptpubkey: output.scriptPubKey.hex,
        value: Math.round(output.value * 1e8),
      })),
      status: block
        ? { confirmed: true, block_height: block.height, block_hash: block.hash, block_time: block.time }
        : { confirmed: false },
    }
  }

  /** Every transaction there is, the newest first. */
  async function all(): Promise<Json[]> {
    const pool: string[] = await node.rpc('getrawmempool')
    const found: Json[] = []
    for (const txId of pool) {
      const raw = await node.rpc('getrawtransaction', txId, 1).catch(() => null)
      if (raw) found.push(transactionOf(raw, null))
    }
    let hash: string | undefined = await node.rpc('getbestblockhash')
    while (hash) {
      const block: Json = await readBlock(hash)
      found.push(...block.tx.map((raw: Json) => transactionOf(raw, block)))
      hash = block.previousblockhash
    }
    return found
  }

  const hashOf = (script: string) => createHash('sha256').update(Buffer.from(script, 'hex')).digest('hex')

  async function answer(path: string): Promise<Json> {
    if (path === '/blocks/tip/height') return node.rpc('getblockcount')
    if (path === '/blocks/tip/hash') return node.rpc('getbestblockhash')
    const status = /^\/block\/([0-9a-f]{64})\/status$/.exec(path)
    if (status) {
      const header = await node.rpc('getblockheader', status[1]).catch(() => null)
      return header && { in_best_chain: header.confirmations >= 0 }
    }
    const script = /^\/scripthash\/([0-9a-f]{64})\/txs(?:\/chain\/([0-9a-f]{64}))?$/.exec(path)
    if (script) {
      const own = (await all()).filter(({ vout }) =>
        vout.some(({ scriptpubkey }: Json) => hashOf(scriptpubkey) === script[1]),
      )
      const confirmed = own.filter((transaction) => transaction.status.confirmed)
      if (script[2] === undefined)
        return [
          ...own.filter((transaction) => !transaction.status.confirmed),
          ...confirmed.slice(0, pageSize),
        ]
      const last = confirmed.findIndex(({ txid }) => txid === script[2])
      return confirmed.slice(last + 1, last + 1 + pageSize)
    }
    const transaction = /^\/tx\/([0-9a-f]{64})(?:\/outspend\/(\d+))?$/.exec(path)
    if (!transaction) return null
    const everything = await all()
    if (transaction[2] === undefined) return everything.find(({ txid }) => txid === transaction[1]) ?? null
    const spender = everything.find(({ vin }) =>
      vin.some(({ txid, vout }: Json) => txid === transaction[1] && vout === Number(transaction[2])),
    )
    return spender ? { spent: true, txid: spender.txid } : { spent: false }
  }

  const shim: EsploraShim = {
    url: '',
    lies: new Map(),
    distort: null,
    asked: [],
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
  const distorted = (body: Json): Json => {
    if (!shim.distort) return body
    const isTransaction = (one: Json) => typeof one === 'object' && one !== null && 'vout' in one
    if (Array.isArray(body)) return body.map((one) => (isTransaction(one) ? shim.distort?.(one) : one))
    return isTransaction(body) ? shim.distort(body) : body
  }
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    shim.asked.push(path)
    const lie = shim.lies.get(path) ?? shim.lies.get('*')
    if (lie) {
      response.writeHead(lie.status, lie.headers).end(lie.body)
      return
    }
    answer(path).then(
      (body) =>
        body === null
          ? response.writeHead(404).end('not found')
          : response.end(typeof body === 'string' ? body : JSON.stringify(distorted(body))),
      (error: Error) => response.writeHead(500).end(error.message),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  shim.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return shim
}
