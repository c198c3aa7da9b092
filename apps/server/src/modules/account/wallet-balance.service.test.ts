import { fakeClock } from '@shipminer/testkit/fake-clock'
import { beforeEach, describe, expect, test } from 'vitest'
import { parseEsploraBalance, parseEthereumBalance, parseSolanaBalance } from './parse-balance.ts'
import { createWalletBalances } from './wallet-balance.service.ts'

const wallet = (namespace: 'eip155' | 'solana' | 'bip122', address = 'a') => ({
  namespace,
  address,
  accountId: `${namespace}:${address}`,
})
const sums = (funded: number, spent: number) => ({ funded_txo_sum: funded, spent_txo_sum: spent })

describe('answers of nodes', () => {
  test.each<[unknown, bigint | null]>([
    [{ result: '0x0' }, 0n],
    [{ jsonrpc: '2.0', id: 1, result: '0xde0b6b3a7640000' }, 10n ** 18n],
    [{ result: `0x${'f'.repeat(64)}` }, 2n ** 256n - 1n],
    [{ result: '0x' }, null],
    [{ result: 5 }, null],
    [{ error: { code: -32000 } }, null],
    [null, null],
    ['0x1', null],
  ])('Ethereum %j', (answer, balance) => {
    expect(parseEthereumBalance(answer)).toBe(balance)
  })

  test.each<[unknown, bigint | null]>([
    [{ result: { context: { slot: 1 }, value: 0 } }, 0n],
    [{ result: { value: 5_000_000_000 } }, 5_000_000_000n],
    [{ result: { value: -1 } }, null],
    [{ result: { value: 2 ** 60 } }, null],
    [{ result: { value: null } }, null],
    [{}, null],
  ])('Solana %j', (answer, balance) => {
    expect(parseSolanaBalance(answer)).toBe(balance)
  })

  test.each<[unknown, bigint | null]>([
    [{ chain_stats: sums(0, 0), mempool_stats: sums(0, 0) }, 0n],
    [{ chain_stats: sums(900, 300), mempool_stats: sums(50, 100) }, 550n],
    [{ chain_stats: sums(1, 2), mempool_stats: sums(0, 0) }, null],
    [{ chain_stats: sums(1, 0) }, null],
    ['no', null],
  ])('Esplora %j', (answer, balance) => {
    expect(parseEsploraBalance(answer)).toBe(balance)
  })
})

describe('createWalletBalances', () => {
  let calls: { url: string; body: unknown }[]
  let answer: (url: string) => Response | Promise<Response>
  let log: object[]
  const clock = fakeClock(Date.parse('2026-05-01T10:00:00Z'))
  const create = (nodes: Partial<Parameters<typeof createWalletBalances>[0]['nodes']> = {}) =>
    createWalletBalances({
      nodes: { eip155: 'http://node.test/key', solana: null, bip122: 'http://esplora.test/api/', ...nodes },
      clock: clock.now,
      logger: {
        info: (details) => void log.push(details),
        warn: (details) => void log.push(details),
        error: () => undefined,
      },
      fetch: async (input, init) => {
        calls.push({ url: String(input), body: init?.body ? JSON.parse(String(init.body)) : null })
        return answer(String(input))
      },
    })
  beforeEach(() => {
    calls = []
    log = []
    answer = () => Response.json({ result: '0x2a' })
  })

  test('asks a node at most once in 10 s for a wallet, also when two ask at once', async () => {
    const balances = create()
    const [first, second] = await Promise.all([
      balances.read(wallet('eip155')),
      balances.read(wallet('eip155')),
    ])
    expect(first).toEqual({
      baseUnits: '42',
      decimals: 18,
      symbol: 'ETH',
      observedAt: new Date(clock.now()).toISOString(),
    })
    expect(second).toEqual(first)
    expect(calls).toEqual([
      {
        url: 'http://node.test/key',
        body: { jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: ['a', 'latest'] },
      },
    ])
    clock.advance(9_999)
    await balances.read(wallet('eip155'))
    expect(calls).toHaveLength(1)
    clock.advance(1)
    await balances.read(wallet('eip155'))
    await balances.read(wallet('eip155', 'b'))
    expect(calls).toHaveLength(3)
  })

  test('is unknown without a node, and asks nobody', async () => {
    const balances = create()
    expect(balances.namespaces).toEqual(['eip155', 'bip122'])
    expect(await balances.read(wallet('solana'))).toBeNull()
    expect(calls).toEqual([])
  })

  test('is unknown, never 0, when the node fails, refuses or talks nonsense; its address stays out of the log', async () => {
    for (const [index, failure] of [
      () => Promise.reject(new TypeError('connect http://node.test/key')),
      () => new Response('no', { status: 429 }),
      () => new Response('<html>'),
      () => Response.json({ error: { message: 'http://node.test/key' } }),
    ].entries()) {
      answer = failure
      expect(await create().read(wallet('eip155', `w${index}`))).toBeNull()
    }
    expect(JSON.stringify(log)).not.toContain('node.test')
  })

  test('reads Esplora and Solana', async () => {
    answer = () => Response.json({ chain_stats: sums(9, 1), mempool_stats: sums(0, 0) })
    expect(await create().read(wallet('bip122', 'bc1x'))).toMatchObject({ baseUnits: '8', symbol: 'BTC' })
    expect(calls[0]?.url).toBe('http://esplora.test/api/address/bc1x')
    answer = () => Response.json({ result: { value: 7 } })
    expect(await create({ solana: 'http://sol.test' }).read(wallet('solana'))).toMatchObject({
      baseUnits: '7',
      decimals: 9,
      symbol: 'SOL',
    })
  })
})
