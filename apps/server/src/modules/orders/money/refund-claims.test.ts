import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type CallInit, type TestApp, testClient } from '../../../../test/build-test-app.ts'
import { newTestAccounts } from '../../../../test/chains/coin-shop.ts'
import { placedOrder } from '../../../../test/place-order.ts'
import { receiveMoney } from '../../../../test/receive-money.ts'
import { describeEachEngine, resetTestStore } from '../../../platform/db/testing.ts'
import { payRefund } from '../desk/advance-order.service.ts'
import { requoteRefunds } from './refund-quotes.service.ts'

const day = 24 * 3_600_000
const iban = 'NL91ABNA0417164300'
const regtest = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

describeEachEngine('refunds that buyers claim', ({ store }) => {
  let app: TestApp
  let price = '50000'
  beforeEach(async () => {
    price = '50000'
    app = await buildTestApp(store(), {
      settings: {
        ORDERS_ENABLED: 'true',
        VIES_URL: 'off',
        BITCOIN_XPUB: newTestAccounts().bitcoin,
        BITCOIN_NETWORK: 'regtest',
        BITCOIN_RPC_URL: 'http://127.0.0.1:1',
        PAYMENT_RATE_SOURCES: 'BTC/EUR=https://one.example/,BTC/EUR=https://two.example/',
      },
      fetch: async () => new Response(JSON.stringify({ last: price })),
    })
  })
  afterEach(async () => {
    await app.server.close()
    await resetTestStore(store())
  })

  const overpaid = async (cents: number) => {
    const { order, withKey } = await placedOrder(testClient(app), { language: 'en' })
    await receiveMoney(app, order.id, order.totals.grossCents + cents)
    return {
      number: order.number,
      read: async () => (await testClient(app).get(`/orders/${order.id}`, withKey)).body.data.order,
      /** Has a code mailed and reads it there. */
      code: async () => {
        expect((await testClient(app).post(`/orders/${order.id}/refund-code`, {}, withKey)).status).toBe(200)
        const text = (await mailsOf('refundCode')).at(-1)?.textBody
        return text?.match(/money: (\d{6})/)?.[1] ?? ''
      },
      askCode: async (init: CallInit = withKey) =>
        (await testClient(app).post(`/orders/${order.id}/refund-code`, {}, init)).body.code,
      offers: async () => (await testClient(app).get(`/orders/${order.id}/refund-offers`, withKey)).body.data,
      claim: (body: Record<string, unknown>, init: CallInit = withKey) =>
        testClient(app).post(`/orders/${order.id}/refund-claim`, body, init),
    }
  }
  const mailsOf = async (kind: string) =>
    (
      await store()
        .db.selectFrom('mails')
        .select(['messageId', 'recipient', 'textBody'])
        .orderBy('id')
        .execute()
    ).filter(({ messageId }) => messageId.includes(`.${kind}.`))

  test('to a bank account: asked for by mail, checked, corrected, paid and proved', async () => {
    const order = await overpaid(350_000)
    const [asked] = (await mailsOf('refund')).filter(({ recipient }) => recipient !== null)
    expect(asked?.textBody).toContain('#key=')
    expect(await order.read()).toMatchObject({
      refunds: [{ amountCents: 350_000, claim: null, canChange: false, paidAt: null }],
    })
    const claim = { way: 'bank', to: 'nl91 abna 0417 1643 00', name: 'A. de Vries', expectedAmount: '350000' }
    for (const [change, code] of [
      [{ to: 'NL92ABNA0417164300' }, 'refund-address-invalid'],
      [{ name: ' ' }, 'required-fields-missing'],
      [{ expectedAmount: '350001' }, 'price-changed'],
    ] as const)
      expect((await order.claim({ ...claim, ...change })).body.code).toBe(code)
    expect((await order.claim(claim, {})).body.code).toBe('order-not-found')
    expect((await order.claim(claim)).body.code, 'above EUR 1,000').toBe('refund-code-wrong')
    expect((await order.claim({ ...claim, code: await order.code() })).body.data.order).toMatchObject({
      refunds: [
        {
          claim: { way: 'bank', to: 'NL91 ABNA 0417 1643 00', name: 'A. de Vries', coin: null },
          canChange: true,
        },
      ],
    })
    expect((await mailsOf('refundClaimed'))[0]?.textBody).toContain('NL91 ABNA 0417 1643 00')

    const other = 'DE89370400440532013000'
    expect((await order.claim({ ...claim, to: other, code: await order.code() })).status).toBe(200)
    expect(
      (
        await order.claim({
          way: 'bitcoin',
          network: 'bitcoin',
          to: regtest,
          expectedAmount: '1',
          code: await order.code(),
        })
      ).body.code,
    ).toBe('order-state-conflict')
    const [open] = (await order.read()).refunds
    const on = new Date(app.clock.now()).toISOString().slice(0, 10)
    await payRefund(app.orderDeps, open.id, { way: 'bank', reference: 'MT-77', on, operator: 'Anna' })
    expect((await order.read()).refunds).toMatchObject([
      { canChange: false, paidAt: app.clock.now(), proof: { way: 'bank', reference: 'MT-77', on } },
    ])
    expect((await mailsOf('refundPaid'))[0]?.textBody).toContain('MT-77')
    expect((await order.claim({ ...claim, to: iban })).body.code).toBe('order-state-conflict')
    expect(await order.askCode()).toBe('order-state-conflict')
    const events = (await order.read()).events.map(({ kind }: { kind: string }) => kind)
    expect(events.slice(-4)).toEqual(['refund-requested', 'refund-claimed', 'refund-claimed', 'refund-paid'])
  })

  test('in a coin: to an address of the network that is used here, at the rate of the claim', async () => {
    const order = await overpaid(100_000)
    const { amountCents, offers } = await order.offers()
    expect(amountCents).toBe(100_000)
    expect(offers).toMatchObject([
      { way: 'bitcoin', asset: 'BTC', amount: '0.02', rate: '5000000', network: { id: 'bitcoin' } },
    ])
    const claim = { way: 'bitcoin', network: 'bitcoin', to: regtest, expectedAmount: '0.02' }
    for (const to of ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', regtest.replace('q', 'z'), iban])
      expect((await order.claim({ ...claim, to })).body.code).toBe('refund-address-invalid')
    expect((await order.claim({ ...claim, network: 'eip155:1' })).body.code).toBe('refund-address-invalid')
    price = '40000'
    app.clock.advance(20 * 60_000)
    expect((await order.claim(claim)).body.code).toBe('price-changed')
    const { status, body } = await order.claim({ ...claim, expectedAmount: '0.025' })
    const claimedAt = app.clock.now()
    expect((await mailsOf('refundClaimed'))[0]?.textBody).toMatch(/0\.025 BTC, until /)
    expect([status, body.data?.order.refunds]).toMatchObject([
      200,
      [{ claim: { way: 'bitcoin', to: regtest, coin: { asset: 'BTC', amount: '0.025', rate: '4000000' } } }],
    ])
    price = '20000'
    app.clock.advance(20 * 60_000)
    const { coin } = (await order.claim(claim)).body.data.order.refunds[0].claim
    expect(coin).toMatchObject({ amount: '0.025', holdsUntil: claimedAt + 3 * day })
    expect(await order.offers()).toEqual({ amountCents: 0, offers: [] })

    app.clock.advance(claimedAt + 3 * day - app.clock.now() - 1)
    await requoteRefunds(app.orderDeps)
    expect((await order.read()).refunds[0].claim.coin.amount).toBe('0.025')
    app.clock.advance(1)
    price = 'away'
    await requoteRefunds(app.orderDeps)
    expect((await order.read()).refunds[0].claim.coin, 'without a rate it waits').toEqual(coin)
    price = '20000'
    app.clock.advance(20 * 60_000)
    await requoteRefunds(app.orderDeps)
    const { refunds, events } = await order.read()
    const again = { amount: '0.05', rate: '2000000', holdsUntil: app.clock.now() + 3 * day }
    expect(refunds[0].claim).toMatchObject({ to: regtest, coin: again })
    expect(events.at(-1).kind).toBe('refund-requoted')
  })

  test('claims that can never be quoted keep no other from a new rate', async () => {
    const order = await overpaid(50_000)
    const claim = { way: 'bitcoin', network: 'bitcoin', to: regtest, expectedAmount: '0.01' }
    expect((await order.claim(claim)).status).toBe(200)
    const [row] = await store().db.selectFrom('refunds').selectAll().execute()
    if (!row?.claimHoldsUntil) throw new Error('no claim')
    const gone = { ...row, claimNetwork: 'eip155:999', claimHoldsUntil: new Date(0) }
    await store()
      .db.insertInto('refunds')
      .values(Array.from({ length: 100 }, () => ({ ...gone, id: randomUUID() })))
      .execute()
    app.clock.advance(3 * day)
    price = '25000'
    await requoteRefunds(app.orderDeps)
    const quoted = await store().db.selectFrom('refunds').selectAll().where('id', '=', row.id).execute()
    expect(quoted).toMatchObject([{ claimAmount: '0.02' }])
  })

  test('a code counts for its order, once, for a quarter of an hour and five guesses', async () => {
    const order = await overpaid(100_001)
    const claim = { way: 'bank', to: iban, name: 'A. de Vries', expectedAmount: '100001' }
    const wrong = async (code: string) =>
      expect((await order.claim({ ...claim, code })).body.code).toBe('refund-code-wrong')
    expect(await order.askCode({})).toBe('order-not-found')
    await wrong('000000')
    const first = await order.code()
    const code = await order.code()
    const other = (text: string) => String((Number(text) + 1) % 1_000_000).padStart(6, '0')
    if (first !== code) await wrong(first)
    for (let guess = first === code ? 0 : 1; guess < 5; guess += 1) await wrong(other(code))
    await wrong(code)
    const late = await order.code()
    app.clock.advance(15 * 60_000)
    await wrong(late)
    const last = await order.code()
    const racing = await Promise.all([1, 2].map(() => order.claim({ ...claim, code: last })))
    expect(racing.map(({ status }) => status).sort(), 'of two at once one counts').toEqual([200, 403])
    await order.code()
    expect(await order.askCode(), 'five a day').toBe('rate-limited')
    app.clock.advance(day)
    await order.code()
  })

  test('without a fresh rate only the bank is left', async () => {
    price = 'away'
    const order = await overpaid(5_000)
    expect(await order.offers()).toEqual({ amountCents: 5_000, offers: [] })
    const coin = { way: 'bitcoin', network: 'bitcoin', to: regtest, expectedAmount: '0.001' }
    expect((await order.claim(coin)).body.code).toBe('payment-method-unavailable')
  })
})
