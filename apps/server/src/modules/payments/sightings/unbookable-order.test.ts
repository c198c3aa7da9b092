import { afterEach, beforeEach, expect, test } from 'vitest'
import { testClient } from '../../../../test/build-test-app.ts'
import { type CoinShop, newTestAccounts, openCoinShop } from '../../../../test/chains/coin-shop.ts'
import { type FakeBitcoin, startFakeBitcoin } from '../../../../test/chains/fake-bitcoin.ts'
import { watchMarkedRows } from '../../../../test/marked-rows.ts'
import { signUpProvenOperator } from '../../../../test/operator.ts'
import { describeEachEngine, resetTestStore } from '../../../platform/db/testing.ts'

describeEachEngine('an order that cannot be booked on', ({ store }) => {
  let node: FakeBitcoin
  let shop: CoinShop
  beforeEach(async () => {
    node = await startFakeBitcoin()
    shop = await openCoinShop(store(), {
      BITCOIN_XPUB: newTestAccounts().bitcoin,
      BITCOIN_NETWORK: 'regtest',
      BITCOIN_RPC_URL: node.url,
    })
    await shop.poll()
  })
  afterEach(async () => {
    await shop.app.server.close()
    await node.stop()
    await resetTestStore(store())
  })
  const begin = async () => {
    const paying = await shop.order('bitcoin', 50_000)
    const intent = await paying.open()
    const { matchKey } = await store()
      .db.selectFrom('paymentIntents')
      .select('matchKey')
      .where('id', '=', intent.id)
      .executeTakeFirstOrThrow()
    const pay = () => node.pay(matchKey, Number(intent.amountDue))
    return { paying, id: intent.id, pay, status: async () => (await paying.intent(intent.id)).status }
  }

  test('keeps no other payment of its chain waiting, is shown to a person, and is booked once it can be', async () => {
    const operator = testClient(shop.app)
    await signUpProvenOperator(shop.app, operator)
    const [ill, well] = [await begin(), await begin()]
    // What follows from its money cannot be stored; the money itself can.
    const rows = await watchMarkedRows(store(), { ill: [ill.paying.order.number] })
    await rows.refuse('ill')
    ill.pay()
    well.pay()
    await shop.poll()
    expect(await well.status()).toBe('detected')
    // Hours on, with blocks behind the one that both were paid in.
    for (let hour = 0; hour < 3; hour += 1) {
      node.mine(2)
      shop.app.clock.advance(60_000)
      await shop.poll()
      await shop.app.coinPayments.payments.tick().catch(() => undefined)
    }
    const shown = await well.paying.intent(well.id)
    expect(shown).toMatchObject({ status: 'confirmed', watcherFresh: true })
    expect(await ill.status()).not.toBe('confirmed')
    await expect(shop.app.coinPayments.payments.tick()).rejects.toThrow(`intent ${ill.id}`)
    expect(await shop.app.coinPayments.countInDoubt()).toBe(1)
    const { exceptions } = (await operator.get('/desk/payments')).body.data
    expect(exceptions).toMatchObject([{ id: ill.id, unbooked: 'refused' }])
    const { decisions } = (await operator.get('/desk/today')).body.data
    expect(decisions).toMatchObject([{ id: ill.id, unbooked: 'refused' }])
    // As an earlier version kept it.
    await store()
      .db.updateTable('paymentIntents')
      .set({ unbookedReason: 'a row of mails is refused' })
      .where('id', '=', ill.id)
      .execute()
    const earlier = await operator.get('/desk/payments')
    expect(earlier.body.data.exceptions).toMatchObject([{ id: ill.id, unbooked: 'failed' }])

    await rows.stop()
    await shop.app.coinPayments.payments.tick()
    expect(await ill.status()).toBe('confirmed')
    expect(await shop.app.coinPayments.countInDoubt()).toBe(0)
    expect((await operator.get('/desk/payments')).body.data.exceptions).toEqual([])
  })

  test('does not keep another order from running out of time', async () => {
    const [ill, well] = [await begin(), await begin()]
    const rows = await watchMarkedRows(store(), { ill: [ill.id] })
    await rows.refuse('ill')
    shop.app.clock.advance(3_600_000)
    await shop.poll()
    await expect(shop.app.coinPayments.payments.tick()).rejects.toThrow(`1 of 2 failed: intent ${ill.id}`)
    expect(await well.status()).toBe('expired')
    expect(await ill.status()).toBe('awaiting_transfer')
    await rows.stop()
    await shop.app.coinPayments.payments.tick()
    expect(await ill.status()).toBe('expired')
  })
})
