/** Esplora's HTTP API as far as payouts use it, over coins and transactions that a test makes up; replaces `fetch`. */
export function fakeEsplora(host = 'esplora.example') {
  const fake = {
    url: `https://${host}/api`,
    /** Confirmed coins by address. */
    coins: new Map<
      string,
      { txid: string; vout: number; value: number; height?: number; ofBlock?: boolean }[]
    >(),
    /** Raw transactions by id, with their height; null: in the mempool. */
    transactions: new Map<string, { hex: string; height: number | null }>(),
    tip: 800_000,
    feeRate: 4.2 as number | null,
    /** Whether a sent transaction is accepted, refused, or gets no answer at all. */
    answers: 'takes' as 'takes' | 'refuses' | 'is away',
    sent: [] as string[],
    /** The id that the network returns for a sent transaction. */
    idOf: (_hex: string): string => '',
    async fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
      const url = new URL(String(input))
      if (url.host !== host || fake.answers === 'is away') throw new TypeError('fetch failed')
      const body = answer(url.pathname.replace('/api', ''), init)
      if (body instanceof Response) return body
      if (body === null) return new Response('not found', { status: 404 })
      return new Response(typeof body === 'string' ? body : JSON.stringify(body))
    },
  }
  function answer(path: string, init: RequestInit | undefined): unknown {
    if (path === '/tx' && init?.method === 'POST') {
      const hex = String(init.body)
      if (fake.answers === 'refuses') return new Response('sendrawtransaction RPC error', { status: 400 })
      fake.sent.push(hex)
      fake.transactions.set(fake.idOf(hex), { hex, height: null })
      return fake.idOf(hex)
    }
    if (path === '/fee-estimates') return fake.feeRate === null ? {} : { 6: fake.feeRate }
    if (path === '/blocks/tip/height') return fake.tip
    const [, kind, key = '', part] = path.split('/')
    if (kind === 'address') {
      const coins = fake.coins.get(key) ?? []
      if (part === 'utxo')
        return coins.map(({ height = fake.tip - 500, ofBlock: _, ...coin }) => ({
          ...coin,
          status: { confirmed: true, block_height: height },
        }))
      return { chain_stats: { tx_count: coins.length }, mempool_stats: { tx_count: 0 } }
    }
    const coin = [...fake.coins.values()].flat().find(({ txid }) => txid === key)
    if (kind === 'tx' && part === undefined && coin) return { vin: [{ is_coinbase: coin.ofBlock === true }] }
    const known = kind === 'tx' ? fake.transactions.get(key) : undefined
    if (!known) return null
    if (part === 'hex') return known.hex
    return { confirmed: known.height !== null, block_height: known.height }
  }
  return fake
}
