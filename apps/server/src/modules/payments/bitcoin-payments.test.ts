import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testClient } from '../../../test/build-test-app.ts'
import {
  type BitcoinNode,
  findBitcoind,
  startBitcoinNode,
  warnNoBitcoind,
} from '../../../test/chains/bitcoin-node.ts'
import { type CoinShop, newTestAccounts, openCoinShop } from '../../../test/chains/coin-shop.ts'
import { type EsploraShim, startEsploraShim } from '../../../test/chains/esplora-shim.ts'
import type { Store } from '../../platform/db/store.ts'
import { openTestStore, resetTestStore } from '../../platform/db/testing.ts'

const program = findBitcoind(process.env)
if (!program) warnNoBitcoind()

const minuteMs = 60_000

describe.skipIf(!program)('paying with Bitcoin, on a real node', () => {
  let node: BitcoinNode
  let esplora: EsploraShim
  let store: Store
  let shop: CoinShop
  let accounts = newTestAccounts()

  beforeAll(async () => {
    node = await startBitcoinNode(program as string)
    esplora = await startEsploraShim(node)
    store = await openTestStore()
  })
  afterAll(async () => {
    await esplora?.stop()
    await node?.stop()
    await store?.close()
  })

  const openWith = async (settings: Record<string, string> = {}) => {
    shop = await openCoinShop(store, {
      BITCOIN_XPUB: accounts.bitcoin,
      BITCOIN_NETWORK: 'regtest',
      BITCOIN_RPC_URL: node.url,
      ...settings,
    })
    await shop.poll()
  }
  beforeEach(async () => {
    await resetTestStore(store)
    accounts = newTestAccounts()
    await openWith()
    return () => shop.app.server.close()
  })
  /** Mines blocks, and lets the watchers see them. */
  const mine = async (blocks = 1) => {
    await node.mine(blocks)
    await shop.poll()
  }

  test('paid in full: seen, confirming, confirmed, and the order is paid', async () => {
    const paying = await shop.order('bitcoin', 500_000)
    const intent = await paying.open()
    expect(intent).toMatchObject({
      status: 'awaiting_transfer',
      amountDue: '0.1',
      amountRemaining: '0.1',
      rate: '5000000',
      rateSources: ['one.rates.example', 'two.rates.example'],
      network: { id: 'bitcoin', testnet: true },
      confirmations: { seen: 0, required: 3 },
      watcherFresh: true,
    })
    expect(intent.paymentUri).toContain(`bitcoin:${intent.address}?amount=0.1&`)
    const txId = await node.pay(intent.address as string, intent.amountDue)
    expect(await paying.confirm(intent.id)).toMatchObject({
      status: 'detected',
      amountReceived: '0.1',
      amountConfirmed: '0',
      paymentUri: null,
      payments: [{ txId, amount: '0.1', confirmations: 0, status: 'unconfirmed', blockHeight: null }],
    })
    expect(await paying.read()).toMatchObject({ state: 'placed', payment: 'pending' })
    await mine()
    expect(await paying.intent(intent.id)).toMatchObject({
      status: 'confirming',
      confirmations: { seen: 1, required: 3 },
    })
    await mine(2)
    expect(await paying.intent(intent.id)).toMatchObject({
      status: 'confirmed',
      exceptions: [],
      amountConfirmed: '0.1',
      payments: [{ confirmations: 3, status: 'confirmed' }],
    })
    expect(await paying.read()).toMatchObject({ state: 'confirmed', payment: 'paid', receivedCents: 500_000 })
  })

  test('too little, then the rest on the same address', async () => {
    const paying = await shop.order('bitcoin', 50_000)
    const intent = await paying.open()
    await node.pay(intent.address as string, '0.004')
    expect(await paying.confirm(intent.id)).toMatchObject({
      status: 'awaiting_transfer',
      exceptions: ['underpaid'],
      amountRemaining: '0.006',
    })
    shop.app.clock.advance(30 * minuteMs)
    await mine()
    const after = await paying.intent(intent.id)
    expect(after).toMatchObject({ status: 'awaiting_transfer', address: intent.address })
    expect(after.paymentUri).toContain('amount=0.006')
    expect(await paying.read()).toMatchObject({ payment: 'partially_paid', receivedCents: 20_000 })
    await node.pay(intent.address as string, '0.006')
    await mine()
    expect(await paying.intent(intent.id)).toMatchObject({ status: 'confirmed', exceptions: [] })
    expect(await paying.read()).toMatchObject({ payment: 'paid', receivedCents: 50_000 })
  })

  test('too much: paid, and the excess is asked back', async () => {
    const paying = await shop.order('bitcoin', 50_000)
    const intent = await paying.open()
    await node.pay(intent.address as string, '0.02')
    await shop.poll()
    await mine()
    expect(await paying.intent(intent.id)).toMatchObject({
      status: 'confirmed',
      exceptions: ['overpaid'],
      amountRemaining: '-0.01',
    })
    expect(await paying.read()).toMatchObject({ payment: 'paid', remainingCents: -50_000 })
  })

  test('nothing comes: expired; late money is taken while the price is as good', async () => {
    const paying = await shop.order('bitcoin', 50_000)
    const intent = await paying.open()
    shop.app.clock.advance(16 * minuteMs)
    await shop.poll()
    await shop.app.coinPayments.payments.tick()
    expect(await paying.intent(intent.id)).toMatchObject({
      status: 'expired',
      exceptions: [],
      paymentUri: null,
    })
    await node.pay(intent.address as string, intent.amountDue)
    await shop.poll()
    expect(await paying.intent(intent.id)).toMatchObject({ status: 'detected', exceptions: ['late'] })
    await mine()
    expect(await paying.intent(intent.id)).toMatchObject({ status: 'confirmed', exceptions: ['late'] })
    expect(await paying.read()).toMatchObject({ payment: 'paid' })
  })

  test('late money that has lost too much of its worth waits for a person', async () => {
    const paying = await shop.order('bitcoin', 50_000)
    const intent = await paying.open()
    shop.app.clock.advance(16 * minuteMs)
    shop.prices.bitcoinEuro = ['45000', '45000']
    await shop.poll()
    await shop.app.coinPayments.payments.tick()
    await node.pay(intent.address as string, intent.amountDue)
    await shop.poll()
    await mine()
    expect(await paying.intent(intent.id)).toMatchObject({ status: 'expired', exceptions: ['late'] })
    expect(await paying.read()).toMatchObject({ payment: 'unpaid', receivedCents: 0 })
  })

  test('late money wins over a newer payment to which nothing came', async () => {
    const paying = await shop.order('bitcoin', 50_000)
    const first = await paying.open()
    shop.app.clock.advance(16 * minuteMs)
    await shop.poll()
    await shop.app.coinPayments.payments.tick()
    const second = await paying.open()
    expect(second.id).not.toBe(first.id)
    await node.pay(first.address as string, first.amountDue)
    await mine()
    expect(await paying.intent(first.id)).toMatchObject({ status: 'confirmed', exceptions: ['late'] })
    expect(await paying.intent(second.id)).toMatchObject({ status: 'canceled' })
    expect(await paying.read()).toMatchObject({ payment: 'paid', receivedCents: 50_000 })
    // Money that then arrives for the newer one as well is refunded.
    await node.pay(second.address as string, second.amountDue)
    await mine()
    expect(await paying.intent(second.id)).toMatchObject({ status: 'canceled', exceptions: ['overpaid'] })
    expect(await paying.read()).toMatchObject({ payment: 'paid', remainingCents: -50_000 })
  })

  test('a fee bump is one payment; the replaced one does not count', async () => {
    const paying = await shop.order('bitcoin', 50_000)
    const intent = await paying.open()
    const first = await node.pay(intent.address as string, intent.amountDue)
    await shop.poll()
    const { txid: second } = await node.rpc('bumpfee', first)
    await shop.poll()
    const seen = await paying.intent(intent.id)
    expect(seen).toMatchObject({ status: 'detected', amountReceived: '0.01' })
    expect(seen.payments).toHaveLength(2)
    expect(seen.payments.find(({ txId }) => txId === first)).toMatchObject({
      status: 'unaccounted',
      replacedBy: second,
    })
    await mine()
    expect(await paying.intent(intent.id)).toMatchObject({ status: 'confirmed', exceptions: [] })
  })

  test('a replacement that pays elsewhere takes the money back', async () => {
    const paying = await shop.order('bitcoin', 50_000)
    const intent = await paying.open()
    const first = await node.pay(intent.address as string, intent.amountDue)
    await shop.poll()
    expect(await paying.read()).toMatchObject({ payment: 'pending' })
    const second = await payElsewhere(node, first)
    await shop.poll()
    expect(await paying.intent(intent.id)).toMatchObject({
      status: 'awaiting_transfer',
      exceptions: ['replaced'],
      amountReceived: '0',
      payments: [{ txId: first, status: 'unaccounted', replacedBy: second }],
    })
    expect(await paying.read()).toMatchObject({ payment: 'unpaid' })
    // Also when it was mined before any watcher looked.
    await node.mine()
    await shop.poll()
    expect(await paying.intent(intent.id)).toMatchObject({ status: 'awaiting_transfer' })
  })

  test('a block that leaves the chain takes its payment along, and another brings it back', async () => {
    const endpoint = { id: randomUUID(), url: 'https://shop.example/hook', sealedSecret: Buffer.alloc(32) }
    await store.db
      .insertInto('webhookEndpoints')
      .values({ ...endpoint, createdAt: new Date() })
      .execute()
    const successes = () =>
      store.db
        .selectFrom('webhookDeliveries')
        .select(['id', 'type'])
        .where('type', 'in', ['order.paid', 'payment_intent.succeeded'])
        .orderBy('type')
        .execute()
    const paying = await shop.order('bitcoin', 50_000)
    const intent = await paying.open()
    await node.pay(intent.address as string, intent.amountDue)
    const [block] = await node.mine()
    await shop.poll()
    expect(await paying.intent(intent.id)).toMatchObject({ status: 'confirmed' })
    const told = await successes()
    expect(told.map(({ type }) => type)).toEqual(['order.paid', 'payment_intent.succeeded'])
    await node.rpc('invalidateblock', block)
    await shop.poll()
    expect(await paying.intent(intent.id)).toMatchObject({
      status: 'detected',
      exceptions: ['reorged'],
      payments: [{ blockHeight: null, status: 'unconfirmed' }],
    })
    expect(await paying.read()).toMatchObject({ payment: 'pending' })
    await mine(2)
    expect(await paying.intent(intent.id)).toMatchObject({ status: 'confirmed', exceptions: [] })
    expect(await paying.read()).toMatchObject({ payment: 'paid', receivedCents: 50_000 })
    expect(await successes()).toEqual(told)
  })

  test('what happened while the server was away is found by height', async () => {
    const paying = await shop.order('bitcoin', 50_000)
    const intent = await paying.open()
    await shop.app.server.close()
    await node.pay(intent.address as string, intent.amountDue)
    await node.mine(60)
    await openWith()
    expect(await paying.read().catch(() => null)).toBeNull()
    await shop.poll()
    const row = await store.db
      .selectFrom('paymentIntents')
      .select(['status', 'exceptions'])
      .where('id', '=', intent.id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ status: 'confirmed', exceptions: [] })
  })

  test('from EUR 10,000 on two sources have to say the same', async () => {
    await shop.app.server.close()
    await openWith({ PAYMENT_ESPLORA_URL: esplora.url })
    const paying = await shop.order('bitcoin', 1_750_000)
    const intent = await paying.open()
    expect(intent.amountDue).toBe('0.35')
    await node.pay(intent.address as string, intent.amountDue)
    esplora.distort = (transaction) => ({
      ...transaction,
      vout: (transaction.vout as { value: number }[]).map((output) => ({
        ...output,
        value: output.value - 1,
      })),
    })
    await mine(3)
    expect(await paying.intent(intent.id)).toMatchObject({
      status: 'confirming',
      confirmations: { seen: 2, required: 3 },
      amountConfirmed: '0',
    })
    esplora.distort = null
    await shop.poll()
    expect(await paying.intent(intent.id)).toMatchObject({ status: 'confirmed', amountConfirmed: '0.35' })
    // An agreed result is kept while one of the sources is unreachable.
    esplora.lies.set('*', { status: 429, body: 'Too Many Requests', headers: { 'retry-after': '60' } })
    shop.app.clock.advance(5 * minuteMs)
    await shop.poll()
    await mine()
    expect(await paying.intent(intent.id)).toMatchObject({ status: 'confirmed' })
    esplora.lies.clear()
  })

  test('Esplora alone sees everything too', async () => {
    await shop.app.server.close()
    await openWith({ BITCOIN_RPC_URL: '', PAYMENT_ESPLORA_URL: esplora.url })
    const paying = await shop.order('bitcoin', 50_000)
    const intent = await paying.open()
    const first = await node.pay(intent.address as string, intent.amountDue)
    await shop.poll()
    expect(await paying.intent(intent.id)).toMatchObject({ status: 'detected' })
    const second = await payElsewhere(node, first)
    await shop.poll()
    expect(await paying.intent(intent.id)).toMatchObject({
      status: 'awaiting_transfer',
      exceptions: ['replaced'],
      payments: [{ replacedBy: second }],
    })
    await node.pay(intent.address as string, intent.amountDue)
    const [block] = await node.mine()
    await shop.poll()
    expect(await paying.intent(intent.id)).toMatchObject({ status: 'confirmed' })
    await node.rpc('invalidateblock', block)
    await mine(2)
    expect(await paying.intent(intent.id)).toMatchObject({ status: 'confirmed', exceptions: [] })
  })

  test('with one source large amounts are not offered', async () => {
    await expect(shop.order('bitcoin', 1_750_000)).rejects.toThrow('payment-method-unavailable')
    const { body } = await testClient(shop.app).post('/orders/quote', { product: 'sm19', quantity: 1 })
    expect(body.data.methods).toContainEqual(
      expect.objectContaining({ method: 'bitcoin', available: false, reason: 'watcher-behind' }),
    )
  })
})

/** Spends what a transaction in the mempool spends, with a larger fee, to an address of the payer; returns the transaction. */
async function payElsewhere(node: BitcoinNode, txId: string): Promise<string> {
  const raw = await node.rpc('getrawtransaction', txId, 1)
  const inputs = raw.vin.map(({ txid, vout }: { txid: string; vout: number }) => ({
    txid,
    vout,
    sequence: 0xfffffffd,
  }))
  let sats = 0
  for (const { txid, vout } of inputs) {
    const source = await node.rpc('getrawtransaction', txid, 1)
    sats += Math.round(source.vout[vout].value * 1e8)
  }
  const own = await node.rpc('getnewaddress')
  const unsigned = await node.rpc('createrawtransaction', inputs, {
    [own]: ((sats - 50_000) / 1e8).toFixed(8),
  })
  const { hex } = await node.rpc('signrawtransactionwithwallet', unsigned)
  return node.rpc('sendrawtransaction', hex)
}
