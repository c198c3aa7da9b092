import { randomUUID } from 'node:crypto'
import { HDKey } from '@scure/bip32'
import type { Order } from '@shipminer/contract/shop/orders'
import type { PaymentIntent } from '@shipminer/contract/shop/payments'
import { onTestFailed } from 'vitest'
import type { Store } from '../../src/platform/db/store.ts'
import { type Answer, buildTestApp, type CallInit, type TestApp, testClient } from '../build-test-app.ts'
import { placedOrder } from '../place-order.ts'

const testnetVersions = { public: 0x043587cf, private: 0x04358394 }
const seed = Buffer.alloc(32, 3)

let lastAccount = 0

/** Accounts that receive payments in a test shop; new ones each time, because a chain keeps what a test paid. */
export function newTestAccounts(): { bitcoin: string; evm: string } {
  lastAccount += 1
  return {
    bitcoin: HDKey.fromMasterSeed(seed, testnetVersions).derive(`m/84'/1'/${lastAccount}'`).publicExtendedKey,
    evm: HDKey.fromMasterSeed(seed).derive(`m/44'/60'/${lastAccount}'`).publicExtendedKey,
  }
}

/** Prices of the two sources of the tests; null: the source is unreachable. */
export type TestPrices = { bitcoinEuro: (string | null)[]; tetherEuro: (string | null)[] }

export type CoinShop = {
  app: TestApp
  prices: TestPrices
  /** Every watcher polls once. */
  poll(): Promise<void>
  order(method: 'bitcoin' | 'usdt', priceCents: number): Promise<PayingOrder>
}

export type PayingOrder = {
  order: Order
  access: CallInit
  create(body?: Record<string, unknown>, idempotencyKey?: string | null): Promise<Answer>
  open(body?: Record<string, unknown>): Promise<PaymentIntent>
  intent(id: string): Promise<PaymentIntent>
  confirm(id: string): Promise<PaymentIntent>
  read(): Promise<Order>
}

/**
 * Asks a node on this machine. A watcher gives up after seconds and then backs off by the test's clock, which stands still: on a
 * starved machine one late answer would end its test. So the node is given all the time of the test, and a cut line a second try.
 */
async function askNode(input: Parameters<typeof fetch>[0], init: RequestInit = {}): Promise<Response> {
  const patient = { ...init, signal: null }
  return fetch(input, patient).catch(() => fetch(input, patient))
}

const priceHosts = ['one.rates.example', 'two.rates.example']

/** The real server with coins set up as the settings say, two price sources, and a product whose price is set by a test. */
export async function openCoinShop(store: Store, settings: Record<string, string>): Promise<CoinShop> {
  const prices: TestPrices = { bitcoinEuro: ['50000', '50000'], tetherEuro: ['0.90', '0.90'] }
  const sources = priceHosts.flatMap((host) => [
    `BTC/EUR=https://${host}/btc`,
    `USDT/EUR=https://${host}/usdt`,
  ])
  const app = await buildTestApp(store, {
    settings: {
      ORDERS_ENABLED: 'true',
      VIES_URL: 'off',
      PAYMENT_RATE_SOURCES: sources.join(','),
      ...settings,
    },
    fetch: async (input, init) => {
      const url = new URL(String(input))
      const host = priceHosts.indexOf(url.host)
      if (host < 0) return askNode(input, init)
      const price = (url.pathname === '/btc' ? prices.bitcoinEuro : prices.tetherEuro)[host]
      return typeof price === 'string'
        ? new Response(JSON.stringify({ last: price }))
        : new Response('away', { status: 503 })
    },
  })
  onTestFailed(() => {
    const lines = app.log().split('\n')
    console.error(lines.filter((line) => line.includes('chain could not be read')).join('\n'))
  })
  const poll = async () => {
    for (const watcher of app.coinPayments.watchers) await watcher.poll()
  }
  return {
    app,
    prices,
    poll,
    async order(method, priceCents) {
      await store.db
        .updateTable('products')
        .set({ priceCents, stock: null })
        .where('id', '=', 'sm19')
        .execute()
      const placed = await placedOrder(testClient(app), { method, expectedGrossCents: priceCents })
      const { order, withKey: access } = placed
      const asset = method === 'bitcoin' ? 'BTC' : 'USDT'
      const create = (body: Record<string, unknown> = {}, key: string | null = randomUUID()) =>
        testClient(app).post(
          '/payments/create-intent',
          { orderId: order.id, asset, ...body },
          { headers: { ...access.headers, ...(key === null ? {} : { 'idempotency-key': key }) } },
        )
      const must = async (answer: Promise<Answer>) => {
        const { status, body } = await answer
        if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`)
        return body.data
      }
      return {
        order,
        access,
        create,
        open: async (body) => (await must(create(body))).intent,
        intent: async (id) => (await must(testClient(app).get(`/payments/intent/${id}`, access))).intent,
        confirm: async (id) =>
          (await must(testClient(app).post('/payments/confirm', { paymentIntentId: id }, access))).intent,
        read: async () => (await must(testClient(app).get(`/orders/${order.id}`, access))).order,
      }
    },
  }
}
