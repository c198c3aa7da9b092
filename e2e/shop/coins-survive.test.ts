import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findAnvil, startAnvil, warnNoAnvil } from '../../apps/server/test/chains/anvil-node.ts'
import { findBitcoind, startBitcoinNode, warnNoBitcoind } from '../../apps/server/test/chains/bitcoin-node.ts'
import { orderBody } from '../support/by-calls.ts'
import { openData } from '../support/open-data.ts'
import { startServer } from '../support/start-server.ts'
import { shopAccounts, startRates } from '../support/wallets/coin-peers.ts'

/**
 * The server is killed while coins come in, and while it is dead as well: real nodes, a real server. Afterwards each order has its
 * money once, is told once, and what was too much is owed back.
 */
const programs = { bitcoind: findBitcoind(process.env), anvil: findAnvil(process.env) }
if (!programs.bitcoind) warnNoBitcoind()
if (!programs.anvil) warnNoAnvil()

type Paying = { id: string; key: string; address: string }

const priceCents = 25_000

test.skipIf(!programs.bitcoind || !programs.anvil)(
  'killed while coins come in',
  { timeout: 600_000 },
  async () => {
    const root = mkdtempSync(join(tmpdir(), 'sm-coins-'))
    const dataDir = join(root, 'server')
    const rates = await startRates({ bitcoinEuro: '50000', tetherEuro: '0.90' })
    const bitcoin = await startBitcoinNode(programs.bitcoind as string)
    const chain = await startAnvil(programs.anvil as string, 31_337)
    const tether = await chain.deployToken('USDT')
    const server = await startServer({
      dataDir,
      env: {
        VIES_URL: 'off',
        LOG_LEVEL: 'warn',
        ORDERS_ENABLED: 'true',
        PAYMENT_RATE_SOURCES: rates.setting,
        PAYMENT_POLL_MS: '200',
        BITCOIN_XPUB: shopAccounts.bitcoin,
        BITCOIN_NETWORK: 'regtest',
        BITCOIN_RPC_URL: bitcoin.url,
        EVM_XPUB: shopAccounts.evm,
        EVM_CHAINS: `31337=${chain.url}`,
        EVM_TOKENS: `31337:${tether}:USDT:6`,
      },
    })

    const call = async (path: string, body: unknown, headers: Record<string, string>) => {
      const response = await fetch(`${server.url}/api${path}`, {
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
        headers: { 'content-type': 'application/json', ...headers },
      })
      // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
      const answer = (await response.json()) as any
      if (!answer.success) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`)
      return answer.data
    }
    const order = async (method: 'bitcoin' | 'usdt', name: string): Promise<Paying> => {
      // Coins are offered once the chain was seen.
      const key = randomUUID()
      const place = () => call('/orders', orderOf(method, name), { 'idempotency-key': key }).catch(() => null)
      await expect.poll(place, { timeout: 60_000 }).not.toBeNull()
      const placed = await call('/orders', orderOf(method, name), { 'idempotency-key': key })
      const { intent } = await call(
        '/payments/create-intent',
        { orderId: placed.order.id, asset: method === 'bitcoin' ? 'BTC' : 'USDT' },
        { 'idempotency-key': randomUUID(), 'x-order-key': placed.orderKey },
      )
      return { id: placed.order.id, key: placed.orderKey, address: intent.address }
    }
    const read = async ({ id, key }: Paying) =>
      (await call(`/orders/${id}`, undefined, { 'x-order-key': key })).order
    const seen = (paying: Paying, payment: string) =>
      expect.poll(async () => (await read(paying)).payment, { timeout: 60_000 }).toBe(payment)
    const usdt = (paying: Paying, cents: number) => chain.pay(tether, paying.address, BigInt(cents) * 10_000n)
    const again = async () => {
      await server.kill()
      await server.start()
    }

    try {
      const exact = await order('bitcoin', 'exact')
      const parts = await order('bitcoin', 'parts')
      const over = await order('bitcoin', 'over')
      const token = await order('usdt', 'token')
      const tokenOver = await order('usdt', 'tokenover')

      await bitcoin.pay(exact.address, '0.005')
      await bitcoin.pay(parts.address, '0.003')
      await usdt(token, 27_778)
      await seen(exact, 'pending')
      await again()

      // What comes while it is dead, blocks among it.
      await server.kill()
      await bitcoin.pay(over.address, '0.006')
      await usdt(tokenOver, 30_000)
      await bitcoin.mine()
      await chain.mine(4)
      await server.start()
      await seen(exact, 'paid')
      await again()

      await bitcoin.pay(parts.address, '0.002')
      await bitcoin.mine()
      await again()

      const bySum = { exact: 0, parts: 0, over: -5_000, token: 0, tokenOver: -2_000 }
      for (const [name, paying] of Object.entries({ exact, parts, over, token, tokenOver })) {
        await seen(paying, 'paid')
        await expect
          .poll(async () => (await read(paying)).remainingCents, { timeout: 60_000 })
          .toSatisfy((cents: number) => Math.abs(cents - bySum[name as keyof typeof bySum]) <= 1, name)
      }
      await server.stop()

      const store = await openData(dataDir)
      try {
        const mails = await store.db.selectFrom('mails').select(['recipient', 'messageId']).execute()
        const told = mails.filter(({ messageId }) => /^order\.[\w-]+\.paid\./.test(messageId))
        expect(told.map(({ recipient }) => recipient).toSorted()).toEqual(
          ['exact', 'over', 'parts', 'token', 'tokenover'].map((name) => `${name}@rederij.example`),
        )
        const intents = await store.db.selectFrom('paymentIntents').select('status').execute()
        expect(intents.map(({ status }) => status)).toEqual(Array(5).fill('confirmed'))
        const refunds = await store.db.selectFrom('refunds').select(['orderId', 'status']).execute()
        expect(refunds.map(({ orderId, status }) => [orderId, status]).toSorted()).toEqual(
          [over, tokenOver].map(({ id }) => [id, 'requested']).toSorted(),
        )
      } finally {
        await store.close()
      }
    } finally {
      await server.kill()
      await chain.stop()
      await bitcoin.stop()
      await rates.stop()
      rmSync(root, { recursive: true, force: true })
    }
  },
)

const orderOf = (method: 'bitcoin' | 'usdt', name: string) =>
  orderBody({
    product: 'lottery',
    method,
    buyer: { email: `${name}@rederij.example` },
    expectedGrossCents: priceCents,
  })
