import { randomUUID } from 'node:crypto'
import { paymentEndpoints } from '@shipminer/contract/shop/payments'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, testClient } from '../../../test/build-test-app.ts'
import { type CoinShop, newTestAccounts, openCoinShop } from '../../../test/chains/coin-shop.ts'
import { type FakeBitcoin, startFakeBitcoin } from '../../../test/chains/fake-bitcoin.ts'
import { placedOrder } from '../../../test/place-order.ts'
import { signUp } from '../../../test/sign-in.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'

const minuteMs = 60_000

describeEachEngine('payments', ({ store }) => {
  let node: FakeBitcoin
  let shop: CoinShop
  let accounts = newTestAccounts()

  beforeEach(async () => {
    accounts = newTestAccounts()
    node = await startFakeBitcoin()
    await open()
  })
  afterEach(async () => {
    await shop.app.server.close()
    await node.stop()
    await resetTestStore(store())
  })
  const open = async (settings: Record<string, string> = {}) => {
    shop = await openCoinShop(store(), {
      BITCOIN_XPUB: accounts.bitcoin,
      BITCOIN_NETWORK: 'regtest',
      BITCOIN_RPC_URL: node.url,
      ...settings,
    })
    await shop.poll()
  }
  const scriptOf = async (id: string) =>
    (
      await store()
        .db.selectFrom('paymentIntents')
        .select('matchKey')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).matchKey
  const count = async (table: 'paymentIntents' | 'paymentIntentEvents') =>
    Number(
      (
        await store()
          .db.selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
    )

  describe('refuses', () => {
    test('who has neither the key nor the account of the order', async () => {
      const paying = await shop.order('bitcoin', 50_000)
      const { id } = await paying.open()
      const stranger = testClient(shop.app)
      const key = { headers: { 'idempotency-key': randomUUID() } }
      const body = { orderId: paying.order.id, asset: 'BTC' }
      expect(await stranger.post('/payments/create-intent', body, key)).toMatchObject({
        status: 404,
        body: { code: 'order-not-found' },
      })
      await signUp(stranger)
      for (const wrong of [
        '',
        'x'.repeat(43),
        (await shop.order('bitcoin', 50_000)).access.headers?.['x-order-key'],
      ]) {
        const init = { headers: { 'x-order-key': wrong ?? '' } }
        expect(await stranger.get(`/payments/intent/${id}`, init)).toMatchObject({
          status: 404,
          body: { code: 'payment-intent-not-found' },
        })
        expect(await stranger.post('/payments/confirm', { paymentIntentId: id }, init)).toMatchObject({
          status: 404,
        })
      }
      for (const other of ['x', randomUUID(), "' OR 1=1 --", '%00'])
        expect(
          await stranger.get(`/payments/intent/${encodeURIComponent(other)}`, paying.access),
        ).toMatchObject({ status: 404 })
      expect(await testClient(shop.app).get(paymentEndpoints.paymentHistory.path)).toMatchObject({
        status: 401,
      })
    })

    test('without an idempotency key, and another question under the same', async () => {
      const paying = await shop.order('bitcoin', 50_000)
      expect(await paying.create({}, null)).toMatchObject({ body: { code: 'idempotency-key-missing' } })
      const first = await paying.create({}, 'one')
      expect(await paying.create({}, 'one')).toMatchObject({ status: 200, body: first.body })
      expect(await paying.create({ network: 'bitcoin' }, 'one')).toMatchObject({ status: 422 })
    })

    test.each([
      ['a coin the order is not paid with', { asset: 'USDT' }, 409, 'payment-method-unavailable'],
      ['a network that is not set up', { network: 'eip155:1' }, 409, 'payment-method-unavailable'],
      ['a coin there is not', { asset: 'DOGE' }, 400, 'invalid-request'],
      ['fields nobody asked for', { amountEurCents: 1 }, 400, 'invalid-request'],
    ])('%s', async (_name, body, status, code) => {
      const paying = await shop.order('bitcoin', 50_000)
      expect(await paying.create(body)).toMatchObject({ status, body: { code } })
      expect(await count('paymentIntents')).toBe(0)
    })

    test('an order that is paid or over', async () => {
      const paying = await shop.order('bitcoin', 50_000)
      const { id } = await paying.open()
      node.pay(await scriptOf(id), 0.01)
      node.mine()
      await shop.poll()
      expect(await paying.create()).toMatchObject({ status: 409, body: { code: 'order-state-conflict' } })
      const other = await shop.order('bitcoin', 50_000)
      await testClient(shop.app).post(`/orders/${other.order.id}/cancel`, {}, other.access)
      expect(await other.create()).toMatchObject({ status: 409, body: { code: 'order-state-conflict' } })
    })

    test.each([
      ['one source only', ['50000', null]],
      ['sources that differ by more than 2 %', ['50000', '51001']],
      ['none at all', [null, null]],
      ['nonsense', ['-1', '1e5']],
    ])('to lock a rate from %s; other ways of paying stay', async (_name, bitcoinEuro) => {
      const paying = await shop.order('bitcoin', 50_000)
      shop.prices.bitcoinEuro = bitcoinEuro
      shop.app.clock.advance(11 * minuteMs)
      await shop.poll()
      expect(await paying.create()).toMatchObject({ status: 503, body: { code: 'crypto-unavailable' } })
      const quote = await testClient(shop.app).post('/orders/quote', { product: 'sm19', quantity: 1 })
      const methods = quote.body.data.methods as { method: string }[]
      expect(methods.find(({ method }) => method === 'bitcoin')).toMatchObject({
        available: false,
        reason: 'no-fresh-rate',
      })
      expect(methods.find(({ method }) => method === 'bank_transfer')).toMatchObject({ available: true })
    })
  })

  test('coins that are not set up are not offered, and their calls say so', async () => {
    const app = await buildTestApp(store(), { settings: { ORDERS_ENABLED: 'true', VIES_URL: 'off' } })
    const quote = await testClient(app).post('/orders/quote', { product: 'sm19', quantity: 1 })
    expect(quote.body.data.methods.map(({ method }: { method: string }) => method)).not.toContain('bitcoin')
    const { order, withKey } = await placedOrder(testClient(app))
    const init = { headers: { ...withKey.headers, 'idempotency-key': randomUUID() } }
    const body = { orderId: order.id, asset: 'BTC' }
    expect(await testClient(app).post('/payments/create-intent', body, init)).toMatchObject({
      body: { code: 'payment-method-unavailable' },
    })
    await app.server.close()
  })

  test('settings that would lose money keep the server from starting', async () => {
    const start = (settings: Record<string, string>) => buildTestApp(store(), { settings })
    await expect(start({ BITCOIN_XPUB: accounts.bitcoin, BITCOIN_RPC_URL: node.url })).rejects.toThrow(
      'BITCOIN_XPUB: belongs to another network',
    )
    await expect(start({ BITCOIN_XPUB: accounts.bitcoin, BITCOIN_NETWORK: 'regtest' })).rejects.toThrow(
      'needs BITCOIN_RPC_URL or PAYMENT_ESPLORA_URL',
    )
    await expect(start({ EVM_XPUB: accounts.evm })).rejects.toThrow('needs EVM_CHAINS')
    await expect(start({ EVM_XPUB: accounts.evm, EVM_CHAINS: `5=${node.url}` })).rejects.toThrow(
      'no USDT is known on chain 5',
    )
    for (const setting of ['PAYMENT_TEST', 'WEBHOOK_ALLOW_LOOPBACK'])
      await expect(start({ NODE_ENV: 'production', [setting]: 'true' })).rejects.toThrow(
        `${setting}: refused in production`,
      )
  })

  test('of ten that ask at once each gets the same payment with the same address', async () => {
    const paying = await shop.order('bitcoin', 50_000)
    const answers = await Promise.all(Array.from({ length: 10 }, () => paying.create()))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => body.data.intent.id)).size).toBe(1)
    expect(await count('paymentIntents')).toBe(1)
    const kinds = await store().db.selectFrom('paymentIntentEvents').select('kind').orderBy('id').execute()
    expect(kinds.map(({ kind }) => kind)).toEqual(['payment_intent.created', 'payment_intent.awaiting'])
  })

  test('an address is given once, also to orders at the same time and after a payment is over', async () => {
    const orders = []
    for (let made = 0; made < 6; made += 1) orders.push(await shop.order('bitcoin', 50_000))
    const opened = await Promise.all(orders.map((paying) => paying.open()))
    shop.app.clock.advance(20 * minuteMs)
    await shop.poll()
    await shop.app.coinPayments.payments.tick()
    for (const paying of orders) opened.push(await paying.open())
    expect(new Set(opened.map(({ address }) => address)).size).toBe(12)
    expect(new Set(opened.map(({ id }) => id)).size).toBe(12)
  })

  test('the amount and its rate are locked when it is opened', async () => {
    const paying = await shop.order('bitcoin', 50_000)
    shop.prices.bitcoinEuro = ['50000.10', '50999.99']
    shop.app.clock.advance(minuteMs)
    const { id, ...opened } = await paying.open()
    expect(opened).toMatchObject({ rate: '5050004.5', amountDue: '0.00990099' })
    shop.prices.bitcoinEuro = ['10000', '10000']
    shop.app.clock.advance(9 * minuteMs)
    await shop.poll()
    expect(await paying.intent(id)).toMatchObject({ rate: '5050004.5', amountDue: '0.00990099' })
    const [row] = await store().db.selectFrom('paymentIntents').select('rateQuotes').execute()
    expect(row?.rateQuotes).toMatchObject([
      { pair: 'BTC/EUR', source: 'one.rates.example', price: '50000.10' },
      { pair: 'BTC/EUR', source: 'two.rates.example', price: '50999.99' },
    ])
  })

  test('the test product of one euro can be paid, and less than the network passes on cannot', async () => {
    const paying = await shop.order('bitcoin', 100)
    expect(await paying.open()).toMatchObject({ amountDue: '0.00002', confirmations: { required: 1 } })
    shop.prices.bitcoinEuro = ['900000', '900000']
    shop.app.clock.advance(11 * minuteMs)
    await shop.poll()
    await expect(shop.order('bitcoin', 100)).rejects.toThrow('payment-method-unavailable')
  })

  test('an order whose payment is under way is not cancelled, and one without is, with its payment', async () => {
    const paying = await shop.order('bitcoin', 50_000)
    const { id } = await paying.open()
    node.pay(await scriptOf(id), 0.005)
    await shop.poll()
    const cancel = () => testClient(shop.app).post(`/orders/${paying.order.id}/cancel`, {}, paying.access)
    expect(await cancel()).toMatchObject({ status: 409 })
    const other = await shop.order('bitcoin', 50_000)
    const second = await other.open()
    const path = `/orders/${other.order.id}/cancel`
    expect(await testClient(shop.app).post(path, {}, other.access)).toMatchObject({ status: 200 })
    expect(await other.intent(second.id)).toMatchObject({ status: 'canceled', paymentUri: null })
    // Money that still arrives is stored and reported, and never revives the order.
    node.pay(await scriptOf(second.id), 0.01)
    node.mine()
    await shop.poll()
    expect(await other.intent(second.id)).toMatchObject({ status: 'canceled', exceptions: ['late'] })
    expect(await other.read()).toMatchObject({ state: 'cancelled' })
  })

  test('a person settles what is not enough, with a reason, and what is confirmed stays', async () => {
    const paying = await shop.order('bitcoin', 50_000)
    const { id } = await paying.open()
    const { payments } = shop.app.coinPayments
    node.pay(await scriptOf(id), 0.009)
    node.mine()
    await shop.poll()
    shop.app.clock.advance(2 * 60 * minuteMs)
    await shop.poll()
    await payments.tick()
    expect(await paying.intent(id)).toMatchObject({ status: 'expired', exceptions: ['underpaid'] })
    expect(await payments.exceptionQueue()).toMatchObject([
      { id, amountDue: '0.01', amountReceived: '0.009', derivationIndex: 0 },
    ])
    expect(await payments.decide(id, 'completed', 'the buyer is a friend')).toBe(true)
    expect(await paying.intent(id)).toMatchObject({
      status: 'manually_completed',
      exceptions: ['underpaid', 'manual'],
    })
    expect(await paying.read()).toMatchObject({ state: 'confirmed', payment: 'paid', receivedCents: 50_000 })
    expect(await payments.exceptionQueue()).toEqual([])
    const event = await store()
      .db.selectFrom('paymentIntentEvents')
      .select(['kind', 'note'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(event).toEqual({ kind: 'payment_intent.succeeded', note: 'the buyer is a friend' })
    expect(await payments.decide(id, 'failed', 'changed my mind')).toBe(false)
    expect(await payments.decide(randomUUID(), 'failed', 'nobody')).toBe(false)
  })

  test('the history of a person, without what came to nothing', async () => {
    const client = testClient(shop.app)
    await signUp(client)
    await store().db.updateTable('products').set({ priceCents: 50_000 }).where('id', '=', 'sm19').execute()
    const { order } = await placedOrder(client, { method: 'bitcoin', expectedGrossCents: 50_000 })
    const open = () =>
      client.post(
        '/payments/create-intent',
        { orderId: order.id, asset: 'BTC' },
        { headers: { 'idempotency-key': randomUUID() } },
      )
    const { intent } = (await open()).body.data
    expect((await client.get('/payments/history')).body.data.payments).toMatchObject([
      {
        orderId: order.id,
        orderNumber: order.number,
        method: 'bitcoin',
        amountEurCents: 50_000,
        amount: '0.01',
        asset: 'BTC',
        paymentIntentId: intent.id,
        status: 'awaiting_transfer',
      },
    ])
    await client.post(`/orders/${order.id}/cancel`, {})
    expect((await client.get('/payments/history')).body.data.payments).toEqual([])
    const other = testClient(shop.app)
    await signUp(other)
    expect((await other.get('/payments/history')).body.data.payments).toEqual([])
    expect(await other.get(`/payments/intent/${intent.id}`)).toMatchObject({ status: 404 })
  })

  test('/health tells of every source; one that is not read makes it degraded', async () => {
    const health = async () => (await testClient(shop.app).get('/health')).body.data
    expect((await health()).watchers).toEqual([
      {
        chain: 'bitcoin',
        source: 'core-1',
        height: 9,
        lagSeconds: 0,
        isFresh: true,
        lastError: null,
      },
    ])
    node.broken = { status: 500, body: 'secret words' }
    shop.app.clock.advance(3 * minuteMs)
    await shop.poll()
    expect(await health()).toMatchObject({
      status: 'degraded',
      watchers: [{ isFresh: false, lagSeconds: 180, lastError: 'not read, see the log' }],
    })
    const metrics = await shop.app.server.inject('/metrics')
    expect(metrics.body).toContain('shipminer_chain_watcher_lag_seconds{chain="bitcoin",source="core-1@')
  })
})
