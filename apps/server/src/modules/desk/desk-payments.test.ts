import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestClient, testClient } from '../../../test/build-test-app.ts'
import { type CoinShop, newTestAccounts, openCoinShop } from '../../../test/chains/coin-shop.ts'
import { type FakeBitcoin, startFakeBitcoin } from '../../../test/chains/fake-bitcoin.ts'
import { signUpOperator, signUpProvenOperator } from '../../../test/operator.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'
import { totpCode, totpStep } from '../operators/totp.ts'

describeEachEngine('payments at the desk', ({ store }) => {
  let node: FakeBitcoin
  let shop: CoinShop
  let operator: TestClient
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

  test('what came short waits for a decision, and of two decisions one holds', async () => {
    const paying = await shop.order('bitcoin', 50_000)
    const { id } = await paying.open()
    const { matchKey } = await store()
      .db.selectFrom('paymentIntents')
      .select('matchKey')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    node.pay(matchKey, 0.009)
    node.mine()
    await shop.poll()
    shop.app.clock.advance(2 * 3_600_000)
    await shop.poll()
    await shop.app.coinPayments.payments.tick()

    operator = testClient(shop.app)
    const { secret } = await signUpOperator(shop.app, operator)
    await operator.post('/desk/second-factor', { code: totpCode(secret, totpStep(shop.app.clock.now())) })
    const { body } = await operator.get('/desk/payments')
    expect(body.data).toMatchObject({
      exceptions: [
        { id, orderNumber: paying.order.number, exceptions: ['underpaid'], amountReceived: '0.009' },
      ],
      watchers: [{ chain: 'bitcoin', fresh: true, problem: null }],
      accounts: [{ asset: 'BTC', given: 1, longestUnused: 0, usualGap: 20 }],
    })
    const sorts = ['sort=createdAt', 'sort=number&direction=ascending', 'sort=amount&page=1']
    for (const query of sorts)
      expect((await operator.get(`/desk/payments?${query}`)).body.data).toMatchObject({
        total: 1,
        exceptions: [{ id }],
      })
    expect((await operator.get('/desk/payments?page=2')).body.data).toMatchObject({
      total: 1,
      exceptions: [],
    })
    const file = (await operator.post('/desk/payments/export', {})).body.data
    expect(file).toMatchObject({ rows: 1, isWhole: true })
    expect(file.csv.split('\r\n')[1]).toMatch(
      new RegExp(
        `^${paying.order.number},20[^,]*Z,expired,underpaid,,500\\.00,BTC,[^,]*,0\\.01,0\\.009,0\\.009,bcrt1`,
      ),
    )
    const service = testClient(shop.app)
    await signUpProvenOperator(shop.app, service, 'service')
    expect((await service.post('/desk/payments/export', {})).body.code).toBe('role-required')
    // As many were given out since, and none was paid.
    await store().db.updateTable('paymentAddressCounters').set({ nextIndex: 24 }).execute()
    expect((await operator.get('/desk/payments')).body.data.accounts).toMatchObject([
      { given: 24, longestUnused: 23 },
    ])
    expect((await operator.get('/desk/today')).body.data.paymentDecisions).toBe(1)

    const decide = (reason: string) =>
      operator.post(`/desk/payments/${id}/decision`, { decision: 'completed', reason })
    const answers = await Promise.all([decide('the buyer is a friend'), decide('near enough')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await paying.read()).toMatchObject({ state: 'confirmed', payment: 'paid' })
    expect((await operator.get('/desk/payments')).body.data.exceptions).toEqual([])
    const { entries } = (await operator.get('/desk/audit')).body.data
    const noted = entries.filter(({ action }: { action: string }) => action.startsWith('payment'))
    expect(noted).toMatchObject([
      { action: 'payment.completed', subject: `payment ${id}` },
      { action: 'payments.export', subject: 'payment', reason: '1' },
    ])
  })
})
