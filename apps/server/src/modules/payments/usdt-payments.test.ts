import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type EvmNode, findAnvil, startAnvil, warnNoAnvil } from '../../../test/chains/anvil-node.ts'
import { type CoinShop, newTestAccounts, openCoinShop } from '../../../test/chains/coin-shop.ts'
import type { Store } from '../../platform/db/store.ts'
import { openTestStore, resetTestStore } from '../../platform/db/testing.ts'

const program = findAnvil(process.env)
if (!program) warnNoAnvil()

const minuteMs = 60_000
const usdt = (whole: number) => BigInt(whole) * 1_000_000n

describe.skipIf(!program)('paying with USDT, on real nodes', () => {
  let node: EvmNode
  let other: EvmNode
  let tether: string
  let dollarCoin: string
  let otherTether: string
  let store: Store
  let shop: CoinShop
  let accounts = newTestAccounts()

  beforeAll(async () => {
    node = await startAnvil(program as string, 31_337)
    other = await startAnvil(program as string, 31_338)
    tether = await node.deployToken('USDT')
    dollarCoin = await node.deployToken('USDC')
    otherTether = await other.deployToken('USDT', 18)
    store = await openTestStore()
  })
  afterAll(async () => {
    await node?.stop()
    await other?.stop()
    await store?.close()
  })

  const settings = () => ({
    EVM_XPUB: accounts.evm,
    EVM_CHAINS: `31337=${node.url},31338=${other.url}`,
    EVM_TOKENS: `31337:${tether}:USDT:6,31337:${dollarCoin}:USDC:6,31338:${otherTether}:USDT:18`,
  })
  const openWith = async (change: Record<string, string> = {}) => {
    shop = await openCoinShop(store, { ...settings(), ...change })
    await shop.poll()
  }
  beforeEach(async () => {
    await resetTestStore(store)
    accounts = newTestAccounts()
    await openWith()
    return () => shop.app.server.close()
  })
  const mine = async (blocks = 1) => {
    await node.mine(blocks)
    await shop.poll()
  }

  test('paid in full: seen at the head, confirmed when the block is final', async () => {
    const paying = await shop.order('usdt', 90_000)
    const intent = await paying.open()
    expect(intent).toMatchObject({
      status: 'awaiting_transfer',
      amountDue: '1000.00',
      rate: '90',
      token: tether,
      network: { id: 'eip155:31337', chainId: 31_337 },
    })
    expect(intent.paymentUri).toBe(
      `ethereum:${tether}@31337/transfer?address=${intent.address}&uint256=1000000000`,
    )
    const txId = await node.pay(tether, intent.address as string, usdt(1000))
    expect(await paying.confirm(intent.id)).toMatchObject({
      status: 'confirming',
      amountReceived: '1000.00',
      amountConfirmed: '0.00',
      payments: [{ txId, asset: 'USDT', amount: '1000.00', confirmations: 1, status: 'unconfirmed' }],
    })
    expect(await paying.read()).toMatchObject({ payment: 'pending' })
    await mine(4)
    expect(await paying.intent(intent.id)).toMatchObject({ status: 'confirmed', exceptions: [] })
    expect(await paying.read()).toMatchObject({ payment: 'paid', state: 'confirmed' })
  })

  test('too little, then the rest; too much', async () => {
    const paying = await shop.order('usdt', 90_000)
    const intent = await paying.open()
    await node.pay(tether, intent.address as string, usdt(400))
    await mine(4)
    expect(await paying.intent(intent.id)).toMatchObject({
      status: 'awaiting_transfer',
      exceptions: ['underpaid'],
      amountRemaining: '600.00',
    })
    await node.pay(tether, intent.address as string, usdt(700))
    await mine(4)
    expect(await paying.intent(intent.id)).toMatchObject({
      status: 'confirmed',
      exceptions: ['overpaid'],
      amountRemaining: '-100.00',
    })
    expect(await paying.read()).toMatchObject({ payment: 'paid', remainingCents: -9_000 })
  })

  test('late: taken when the price is as good', async () => {
    const paying = await shop.order('usdt', 90_000)
    const intent = await paying.open()
    shop.app.clock.advance(16 * minuteMs)
    await shop.poll()
    await shop.app.coinPayments.payments.tick()
    expect(await paying.intent(intent.id)).toMatchObject({ status: 'expired' })
    await node.pay(tether, intent.address as string, usdt(1000))
    await mine(4)
    expect(await paying.intent(intent.id)).toMatchObject({ status: 'confirmed', exceptions: ['late'] })
  })

  test('late money that has lost too much of its worth waits for a person', async () => {
    const paying = await shop.order('usdt', 90_000)
    const intent = await paying.open()
    shop.app.clock.advance(16 * minuteMs)
    shop.prices.tetherEuro = ['0.80', '0.80']
    await shop.poll()
    await shop.app.coinPayments.payments.tick()
    await node.pay(tether, intent.address as string, usdt(1000))
    await mine(4)
    expect(await paying.intent(intent.id)).toMatchObject({ status: 'expired', exceptions: ['late'] })
    expect(await paying.read()).toMatchObject({ payment: 'unpaid', receivedCents: 0 })
  })

  test('a part that comes late is not enough, and the rest on the same address is', async () => {
    const paying = await shop.order('usdt', 90_000)
    const intent = await paying.open()
    shop.app.clock.advance(16 * minuteMs)
    await shop.poll()
    await shop.app.coinPayments.payments.tick()
    await node.pay(tether, intent.address as string, usdt(400))
    await mine(4)
    expect((await paying.intent(intent.id)).exceptions).toContain('underpaid')
    expect((await paying.read()).payment).not.toBe('paid')
    await node.pay(tether, intent.address as string, usdt(600))
    await mine(4)
    expect(await paying.intent(intent.id)).toMatchObject({ status: 'confirmed', exceptions: ['late'] })
    expect(await paying.read()).toMatchObject({ payment: 'paid', remainingCents: 0 })
  })

  test('a transaction that is replaced before its block counts once, and not at all when it then pays elsewhere', async () => {
    const paying = await shop.order('usdt', 90_000)
    const intent = await paying.open()
    await node.rpc('evm_setAutomine', false)
    try {
      const first = await node.submit(tether, intent.address as string, usdt(1000))
      await shop.poll()
      const second = await node.submit(tether, intent.address as string, usdt(1000), first)
      await mine(4)
      const [{ payments }, order] = [await paying.intent(intent.id), await paying.read()]
      expect(payments).toMatchObject([{ txId: second.hash, amount: '1000.00', status: 'confirmed' }])
      expect(order).toMatchObject({ payment: 'paid', remainingCents: 0 })

      const other = await shop.order('usdt', 90_000)
      const unpaid = await other.open()
      const spent = await node.submit(tether, unpaid.address as string, usdt(1000))
      await shop.poll()
      await node.submit(tether, '0x000000000000000000000000000000000000dEaD', usdt(1000), spent)
      await mine(4)
      expect(await other.intent(unpaid.id)).toMatchObject({ status: 'awaiting_transfer', payments: [] })
      expect(await other.read()).toMatchObject({ payment: 'unpaid' })
    } finally {
      await node.rpc('evm_setAutomine', true)
    }
  })

  test('two payments in one transaction are two', async () => {
    const paying = await shop.order('usdt', 90_000)
    const intent = await paying.open()
    const txId = await node.call(tether, 'transferTwice', [intent.address, usdt(300), usdt(700)])
    await mine(4)
    const after = await paying.intent(intent.id)
    expect(after).toMatchObject({ status: 'confirmed', exceptions: [], amountReceived: '1000.00' })
    expect(after.payments.map((payment) => [payment.txId, payment.amount])).toEqual([
      [txId, '300.00'],
      [txId, '700.00'],
    ])
  })

  test('what arrives counts, not what was sent: the token takes a fee with an event of its own', async () => {
    const paying = await shop.order('usdt', 90_000)
    const intent = await paying.open()
    await node.call(tether, 'setFee', [100n])
    await node.pay(tether, intent.address as string, usdt(1000))
    await node.call(tether, 'setFee', [0n])
    await mine(4)
    expect(await paying.intent(intent.id)).toMatchObject({
      exceptions: ['underpaid'],
      amountReceived: '990.00',
      payments: [{ amount: '990.00' }],
    })
  })

  test('a block that leaves the chain takes its payment along for good; another payment counts', async () => {
    const paying = await shop.order('usdt', 90_000)
    const intent = await paying.open()
    await node.pay(tether, intent.address as string, usdt(1000))
    await shop.poll()
    expect(await paying.intent(intent.id)).toMatchObject({ status: 'confirming' })
    await node.rpc('anvil_reorg', 1, [])
    await shop.poll()
    expect(await paying.intent(intent.id)).toMatchObject({
      status: 'awaiting_transfer',
      exceptions: ['reorged'],
      amountReceived: '0.00',
      payments: [{ status: 'unaccounted' }],
    })
    expect(await paying.read()).toMatchObject({ payment: 'unpaid' })
    await node.pay(tether, intent.address as string, usdt(1000))
    await mine(4)
    expect(await paying.intent(intent.id)).toMatchObject({ status: 'confirmed', exceptions: [] })
  })

  test('the wrong chain and the wrong token are seen and told, and do not count', async () => {
    const paying = await shop.order('usdt', 90_000)
    const intent = await paying.open()
    await other.pay(otherTether, intent.address as string, 1000n * 10n ** 18n)
    await shop.poll()
    expect(await paying.intent(intent.id)).toMatchObject({
      status: 'awaiting_transfer',
      exceptions: ['wrong_network'],
      amountReceived: '0.00',
      payments: [{ network: { id: 'eip155:31338' }, asset: 'USDT', amount: '1000.00' }],
    })
    await node.pay(dollarCoin, intent.address as string, usdt(1000))
    await shop.poll()
    expect(await paying.intent(intent.id)).toMatchObject({
      status: 'awaiting_transfer',
      exceptions: ['wrong_network', 'wrong_token'],
      amountReceived: '0.00',
    })
    expect(await paying.read()).toMatchObject({ payment: 'unpaid' })
    await mine()
    const mails = await store.db
      .selectFrom('mails')
      .select(['recipient', 'messageId', 'textBody'])
      .where('messageId', 'like', 'payment.%')
      .orderBy('id')
      .execute()
    expect(mails.map(({ messageId }) => messageId.split('.')[2])).toEqual(['wrong_network', 'wrong_token'])
    expect(mails[0]).toMatchObject({
      recipient: null,
      textBody: expect.stringContaining(paying.order.number),
    })
  })

  test('another network can be chosen while nothing came; a token with 18 decimals is asked for in its units', async () => {
    const paying = await shop.order('usdt', 90_000)
    const first = await paying.open()
    const again = await paying.open()
    expect(again.id).toBe(first.id)
    const second = await paying.open({ network: 'eip155:31338' })
    expect(second).toMatchObject({ amountDue: '1000.00', network: { chainId: 31_338 } })
    expect(second.paymentUri).toContain('&uint256=1000000000000000000000')
    expect(second.address).not.toBe(first.address)
    expect(await paying.intent(first.id)).toMatchObject({ status: 'canceled' })
    expect((await paying.open()).id).toBe(second.id)
    // A buyer who has already scanned the first one still pays the order, and the second is superseded.
    await node.pay(tether, first.address as string, usdt(1000))
    await mine(4)
    expect(await paying.intent(first.id)).toMatchObject({ status: 'canceled', exceptions: [] })
    expect(await paying.read()).toMatchObject({ payment: 'paid', remainingCents: 0 })
    expect(await paying.intent(second.id)).toMatchObject({ status: 'canceled' })
  })

  test('a node of another chain, and a token that calls itself something else, are refused', async () => {
    await shop.app.server.close()
    await openWith({ EVM_CHAINS: `31338=${node.url}` })
    expect(await shop.app.coinPayments.watcherReports()).toMatchObject([
      { chain: 'eip155:31338', isFresh: false, lastError: 'refused: is chain 31337, not 31338' },
    ])
    await shop.app.server.close()
    await openWith({ EVM_CHAINS: `31337=${node.url}`, EVM_TOKENS: `31337:${dollarCoin}:USDT:6` })
    const [report] = await shop.app.coinPayments.watcherReports()
    expect(report?.lastError).toContain('calls itself USDC')
    await shop.app.server.close()
    await openWith({ EVM_CHAINS: `31337=${node.url}`, EVM_TOKENS: `31337:${tether}:USDT:18` })
    expect((await shop.app.coinPayments.watcherReports())[0]?.lastError).toContain('has not 18 decimals')
  })

  test('what happened while the server was away is found', async () => {
    const paying = await shop.order('usdt', 90_000)
    const intent = await paying.open()
    await shop.app.server.close()
    await node.pay(tether, intent.address as string, usdt(1000))
    await node.mine(700)
    await openWith()
    const row = await store.db
      .selectFrom('paymentIntents')
      .select('status')
      .where('id', '=', intent.id)
      .executeTakeFirstOrThrow()
    expect(row.status).toBe('confirmed')
  })
})
