import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type CoinShop,
  newTestAccounts,
  openCoinShop,
  type PayingOrder,
} from '../../../../test/chains/coin-shop.ts'
import { type FakeBitcoin, startFakeBitcoin } from '../../../../test/chains/fake-bitcoin.ts'
import type { Store } from '../../../platform/db/store.ts'
import { openTestStore, resetTestStore } from '../../../platform/db/testing.ts'

const minuteMs = 60_000

// On one database only: what is tested here comes from outside.
describe('nodes that lag, lie or break off', () => {
  let opened: Store
  const store = () => opened
  beforeAll(async () => {
    opened = await openTestStore()
  })
  afterAll(() => opened.close())
  let first: FakeBitcoin
  let second: FakeBitcoin
  let shop: CoinShop
  let accounts = newTestAccounts()

  beforeEach(async () => {
    accounts = newTestAccounts()
    first = await startFakeBitcoin()
    second = await startFakeBitcoin()
    second.blocks = first.blocks
    second.mempool = first.mempool
    await open(first.url)
  })
  afterEach(async () => {
    await shop.app.server.close()
    await first.stop()
    await second.stop()
    await resetTestStore(store())
  })
  const open = async (urls: string) => {
    shop = await openCoinShop(store(), {
      BITCOIN_XPUB: accounts.bitcoin,
      BITCOIN_NETWORK: 'regtest',
      BITCOIN_RPC_URL: urls,
    })
    await shop.poll()
  }
  const begin = async (priceCents = 50_000) => {
    const paying = await shop.order('bitcoin', priceCents)
    const intent = await paying.open()
    const { matchKey } = await store()
      .db.selectFrom('paymentIntents')
      .select('matchKey')
      .where('id', '=', intent.id)
      .executeTakeFirstOrThrow()
    return { paying, id: intent.id, script: matchKey, due: Number(intent.amountDue) }
  }
  const look = async (paying: PayingOrder, id: string) => {
    await shop.poll()
    return paying.intent(id)
  }

  test('a head that goes back takes nothing away, and says that it is behind', async () => {
    const { paying, id, script, due } = await begin()
    first.pay(script, due)
    first.mine(2)
    expect(await look(paying, id)).toMatchObject({ status: 'confirmed' })
    first.admits = first.blocks.length - 3
    for (let turn = 0; turn < 3; turn += 1)
      expect(await look(paying, id)).toMatchObject({ status: 'confirmed', watcherFresh: false })
    first.admits = null
    first.mine()
    expect(await look(paying, id)).toMatchObject({ status: 'confirmed', watcherFresh: true, exceptions: [] })
  })

  test('while the watcher is behind nothing expires and nothing new is begun', async () => {
    const { paying, id, script, due } = await begin()
    first.broken = { status: 500, body: 'away' }
    shop.app.clock.advance(30 * minuteMs)
    await shop.poll()
    await shop.app.coinPayments.payments.tick()
    expect(await paying.intent(id)).toMatchObject({ status: 'awaiting_transfer', watcherFresh: false })
    await expect(shop.order('bitcoin', 50_000)).rejects.toThrow('payment-method-unavailable')
    expect(await shop.app.coinPayments.payments.isMoneyOnItsWay(store().db, paying.order.id)).toBe(true)
    // What was paid in the meantime is found, and counts as in time by the time of its block.
    first.broken = null
    first.pay(script, due)
    first.mine()
    for (const block of first.blocks) block.time = Math.floor((shop.app.clock.now() - 20 * minuteMs) / 1000)
    shop.app.clock.advance(5 * minuteMs)
    expect(await look(paying, id)).toMatchObject({ status: 'confirmed', exceptions: [], watcherFresh: true })
  })

  describe.each([
    ['429', { status: 429, body: 'Too Many Requests', headers: { 'retry-after': '120' } }],
    ['JSON that breaks off', { status: 200, body: '{"id":1,"result":{"chain":"regt' }],
    ['a page', { status: 200, body: '<html>captive portal</html>' }],
    ['nothing', { status: 200, body: '' }],
    ['an answer to something else', { status: 200, body: '{"id":"x","result":1,"error":null}' }],
    ['an empty object', { status: 200, body: '{}' }],
  ])('%s', (_name, broken) => {
    test('ends the turn, keeps what is known, and goes on later', async () => {
      const { paying, id, script, due } = await begin()
      first.pay(script, due)
      expect(await look(paying, id)).toMatchObject({ status: 'detected' })
      first.broken = broken
      expect(await look(paying, id)).toMatchObject({ status: 'detected', amountReceived: '0.01' })
      const [report] = await shop.app.coinPayments.watcherReports()
      expect(report?.lastError).not.toBeNull()
      first.broken = null
      first.mine()
      // It is backed off from for a while first.
      expect(await look(paying, id)).toMatchObject({ status: 'detected' })
      shop.app.clock.advance(3 * minuteMs)
      expect(await look(paying, id)).toMatchObject({ status: 'confirmed' })
    })
  })

  test.each([
    [
      'getblockchaininfo',
      { chain: 'main', blocks: 5, headers: 5, bestblockhash: 'f'.repeat(64), initialblockdownload: false },
    ],
    ['getblockchaininfo', null],
    ['getrawmempool', ['x']],
    ['getblock', { hash: 'x' }],
    ['getblockhash', 7],
    ['getbestblockhash', null],
  ])('%s with nonsense is no answer', async (method, nonsense) => {
    const { paying, id, script, due } = await begin()
    first.pay(script, due)
    first.mine()
    first.lies.set(method, nonsense)
    expect(await look(paying, id)).toMatchObject({ status: 'awaiting_transfer', amountReceived: '0' })
    first.lies.clear()
    shop.app.clock.advance(minuteMs)
    expect(await look(paying, id)).toMatchObject({ status: 'confirmed' })
  })

  describe('two sources', () => {
    beforeEach(async () => {
      await shop.app.server.close()
      await open(`${first.url},${second.url}`)
    })

    test('the second one with another amount keeps a large payment from being confirmed, however deep', async () => {
      const { paying, id, script, due } = await begin(1_750_000)
      first.pay(script, due)
      second.blocks = structuredClone(first.blocks)
      second.mempool = []
      first.mine(20)
      second.blocks = structuredClone(first.blocks)
      for (const { tx } of second.blocks)
        for (const { vout } of tx) for (const output of vout) output.value /= 2
      expect(await look(paying, id)).toMatchObject({ status: 'confirming', amountConfirmed: '0' })
      expect(await paying.read()).toMatchObject({ payment: 'pending' })
      expect(shop.app.log()).toContain('sources of a chain do not say the same of a payment')
      second.blocks = first.blocks
      expect(await look(paying, id)).toMatchObject({ status: 'confirmed' })
    })

    test('a payment that only the second one knows is shown and never confirmed', async () => {
      const { paying, id, script, due } = await begin()
      second.blocks = structuredClone(first.blocks)
      second.mempool = []
      second.pay(script, due)
      second.mine(20)
      first.mine(20)
      expect(await look(paying, id)).toMatchObject({ status: 'confirming', amountConfirmed: '0' })
      expect(await paying.read()).toMatchObject({ payment: 'pending' })
    })

    test('with the first one away the second one speaks', async () => {
      const { paying, id, script, due } = await begin()
      first.broken = { status: 502, body: '' }
      second.pay(script, due)
      second.mine()
      shop.app.clock.advance(5 * minuteMs)
      expect(await look(paying, id)).toMatchObject({ status: 'confirmed', watcherFresh: true })
      first.broken = null
      shop.app.clock.advance(6 * minuteMs)
      expect(await look(paying, id)).toMatchObject({ status: 'confirmed' })
    })

    test('a first one that stands still while the second goes on is behind', async () => {
      const { paying, id } = await begin()
      second.blocks = structuredClone(first.blocks)
      second.mine(5)
      expect(await look(paying, id)).toMatchObject({ watcherFresh: false })
      shop.app.clock.advance(20 * minuteMs)
      await shop.poll()
      await shop.app.coinPayments.payments.tick()
      expect(await paying.intent(id)).toMatchObject({ status: 'awaiting_transfer' })
    })
  })
})
