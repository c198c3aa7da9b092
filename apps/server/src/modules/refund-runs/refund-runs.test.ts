import { Transaction } from '@scure/btc-signer'
import { XMLParser } from 'fast-xml-parser'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../test/build-test-app.ts'
import { newTestAccounts } from '../../../test/chains/coin-shop.ts'
import { fakeEsplora } from '../../../test/chains/fake-esplora.ts'
import { paidOwner, payoutWallet, regtestAddress } from '../../../test/chains/payout-owners.ts'
import { signUpProvenOperator } from '../../../test/operator.ts'
import { camtSample, type SampleEntry } from '../../../test/papers/camt-sample.ts'
import { placedOrder } from '../../../test/place-order.ts'
import { receiveMoney } from '../../../test/receive-money.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'
import { requoteRefunds } from '../orders/money/refund-quotes.service.ts'

const iban = 'NL91ABNA0417164300'
const buyersIban = 'DE89370400440532013000'
const regtest = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const txid = 'ab'.repeat(32)
const wallet = payoutWallet()

describeEachEngine('runs of refunds', ({ store }) => {
  let app: TestApp
  let operator: TestClient
  let esplora: ReturnType<typeof fakeEsplora>
  const open = async (settings: Record<string, string> = { COMPANY_IBAN: iban }) => {
    esplora = fakeEsplora()
    app = await buildTestApp(store(), {
      settings: {
        ORDERS_ENABLED: 'true',
        VIES_URL: 'off',
        BITCOIN_XPUB: newTestAccounts().bitcoin,
        BITCOIN_NETWORK: 'regtest',
        PAYMENT_ESPLORA_URL: esplora.url,
        PAYOUT_XPUB: wallet.publicKey,
        PAYMENT_RATE_SOURCES: 'BTC/EUR=https://one.example/,BTC/EUR=https://two.example/',
        ...settings,
      },
      fetch: (async (input: string | URL, init?: RequestInit) =>
        String(input).startsWith(esplora.url)
          ? esplora.fetch(input, init)
          : new Response(JSON.stringify({ last: '50000' }))) as typeof fetch,
    })
    operator = testClient(app)
    await signUpProvenOperator(app, operator)
  }
  beforeEach(() => open())
  afterEach(async () => {
    await app.server.close()
    await resetTestStore(store())
  })

  const receive = (orderId: string, receivedCents: number) => receiveMoney(app, orderId, receivedCents)
  /** An order that was paid too much, by so many cents. */
  const overpaid = async (cents: number) => {
    const { order, withKey } = await placedOrder(testClient(app), { language: 'en' })
    await receive(order.id, order.totals.grossCents + cents)
    const claim = (body: Record<string, unknown>) =>
      testClient(app).post(`/orders/${order.id}/refund-claim`, body, withKey)
    const toBank = { way: 'bank', to: buyersIban, name: 'Ștefan Popa', expectedAmount: String(cents) }
    return {
      ...order,
      claimBank: (change: object = {}) => claim({ ...toBank, ...change }),
      claimCoin: (amount: string) =>
        claim({ way: 'bitcoin', network: 'bitcoin', to: regtest, expectedAmount: amount }),
      refunds: async () =>
        (await testClient(app).get(`/orders/${order.id}`, withKey)).body.data.order.refunds,
    }
  }
  const create = (way: string) => operator.post('/desk/refund-runs', { way })
  const runs = async () => (await operator.get('/desk/refund-runs')).body.data.runs
  const fileOf = async (id: string) => (await operator.get(`/desk/refund-runs/${id}/file`)).body.data
  const transfersIn = (text: string) => {
    const parsed = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'CdtTrfTxInf' }).parse(
      text,
    )
    return parsed.Document.CstmrCdtTrfInitn.PmtInf
  }
  const importEntries = (entries: SampleEntry[]) =>
    operator.post('/desk/bank/statements', { xml: camtSample(entries), preview: false })
  const today = () => new Date(app.clock.now()).toISOString().slice(0, 10)

  test('claimed ones go into a file for the bank; the statement with the transfers closes them', async () => {
    expect((await create('bank')).body.code).toBe('refund-run-empty')
    const [first, second, unclaimed] = [await overpaid(50_005), await overpaid(1), await overpaid(700)]
    await first.claimBank()
    await second.claimBank({ name: 'Anna de Vries' })
    const { status, body } = await create('bank')
    expect([status, body.data.leftOut]).toEqual([200, []])
    const [run] = body.data.runs
    expect(run).toMatchObject({ way: 'bank', paid: 0, dropped: [] })
    expect(run.refunds).toMatchObject([
      { orderNumber: first.number, reference: `${first.number}-R1`, amountCents: 50_005 },
      { orderNumber: second.number, reference: `${second.number}-R1`, to: 'DE89 3704 0044 0532 0130 00' },
    ])
    const { filename, text } = await fileOf(run.id)
    expect(filename).toBe(`refunds-${run.id}.xml`)
    expect(transfersIn(text)).toMatchObject({
      CtrlSum: '500.06',
      DbtrAcct: { Id: { IBAN: iban } },
      CdtTrfTxInf: [
        { PmtId: { EndToEndId: `${first.number}-R1` }, Cdtr: { Nm: 'Stefan Popa' } },
        { Cdtr: { Nm: 'Anna de Vries' } },
      ],
    })
    // Nobody changes the account once a file names it.
    expect((await first.claimBank({ to: iban })).body.code).toBe('order-state-conflict')
    expect(await first.refunds()).toMatchObject([{ canChange: false, paidAt: null }])

    const seen = { direction: 'DBIT' as const, day: today() }
    await importEntries([
      { ...seen, amount: '500.05', endToEnd: `${first.number}-R1`, bankReference: 'B1' },
      // Another amount, or another number of the order, is another transfer.
      { ...seen, amount: '0.02', text: `${second.number}-R1`, bankReference: 'B2' },
      { ...seen, amount: '0.01', text: `${second.number}-R12`, bankReference: 'B3' },
    ])
    await app.refundRuns.closeSeen()
    expect(await first.refunds()).toMatchObject([
      { paidAt: app.clock.now(), proof: { way: 'bank', reference: `${first.number}-R1` } },
    ])
    expect(await runs()).toMatchObject([{ paid: 1, refunds: [{ orderNumber: second.number }] }])
    expect(await unclaimed.refunds()).toMatchObject([{ claim: null, paidAt: null }])

    const paid = (body: object) => operator.post(`/desk/refund-runs/${run.id}/paid`, body)
    expect((await paid({ on: '2999-01-01' })).body.code).toBe('invalid-request')
    expect((await paid({ on: today(), txid })).body.code).toBe('invalid-request')
    expect((await paid({ on: today() })).body.data.runs).toEqual([])
    expect(await second.refunds()).toMatchObject([
      { proof: { reference: `${second.number}-R1`, on: today() } },
    ])
    const { entries } = (await operator.get('/desk/audit')).body.data
    expect(entries.map(({ action }: { action: string }) => action).slice(0, 4)).toEqual([
      'refund-run.paid',
      'bank.import',
      'refund-run.file',
      'refund-run.create',
    ])
  })

  test('one taken apart keeps its references, so that what was paid all the same is known', async () => {
    const order = await overpaid(500)
    await order.claimBank()
    const [run] = (await create('bank')).body.data.runs
    expect((await operator.post(`/desk/refund-runs/${run.id}/cancel`, {})).body.data.runs).toEqual([])
    expect(await order.refunds()).toMatchObject([{ canChange: true }])
    await importEntries([
      { amount: '5.00', direction: 'DBIT', day: today(), text: `${order.number}-R1`, bankReference: 'B1' },
    ])
    await app.refundRuns.closeSeen()
    expect(await order.refunds()).toMatchObject([{ proof: { reference: `${order.number}-R1` } }])
    expect((await create('bank')).body.code).toBe('refund-run-empty')
  })

  test('what is not owed any more is said, and not paid', async () => {
    const [kept, lost] = [await overpaid(500), await overpaid(900)]
    await kept.claimBank()
    await lost.claimBank()
    const [run] = (await create('bank')).body.data.runs
    await receive(lost.id, lost.totals.grossCents)
    expect(await runs()).toMatchObject([
      { refunds: [{ orderNumber: kept.number }], dropped: [{ orderNumber: lost.number, amountCents: 900 }] },
    ])
    const after = await operator.post(`/desk/refund-runs/${run.id}/paid`, { on: today() })
    expect(after.body.data.runs).toMatchObject([{ refunds: [], paid: 1, dropped: [{ amountCents: 900 }] }])
    expect(await lost.refunds()).toEqual([])
  })

  const mailsOf = async (number: string) => {
    const kept = store().db.selectFrom('mails').select('subject')
    const rows = await kept.where('messageId', 'like', `desk.${number}.refundNotOwed.%`).execute()
    return rows.map(({ subject }) => subject)
  }

  test.each(['in its run', 'after its run was closed'] as const)(
    'one that is not owed any more and left all the same is closed by its statement, and the provider is told (%s)',
    async (when) => {
      const lost = await overpaid(900)
      await lost.claimBank()
      const [run] = (await create('bank')).body.data.runs
      await receive(lost.id, lost.totals.grossCents)
      if (when !== 'in its run')
        expect((await operator.post(`/desk/refund-runs/${run.id}/cancel`, {})).body.data.runs).toEqual([])
      await importEntries([
        {
          amount: '9.00',
          direction: 'DBIT',
          day: today(),
          endToEnd: `${lost.number}-R1`,
          bankReference: 'B1',
        },
      ])
      await app.refundRuns.closeSeen()
      await app.refundRuns.closeSeen()
      expect(await runs()).toEqual([])
      expect(await lost.refunds()).toMatchObject([
        { amountCents: 900, proof: { reference: `${lost.number}-R1` } },
      ])
      expect(await mailsOf(lost.number)).toEqual([expect.stringContaining('9,00')])
      // Money that comes again is not paid back twice.
      await receive(lost.id, lost.totals.grossCents + 900)
      expect(await lost.refunds()).toHaveLength(1)
    },
  )

  test('one that was dropped is found in a statement that comes years later', async () => {
    const lost = await overpaid(900)
    await lost.claimBank()
    await create('bank')
    await receive(lost.id, lost.totals.grossCents)
    const day = today()
    app.clock.advance(700 * 86_400_000)
    operator = testClient(app)
    await signUpProvenOperator(app, operator)
    await importEntries([
      { amount: '9.00', direction: 'DBIT', day, endToEnd: `${lost.number}-R1`, bankReference: 'B1' },
    ])
    await app.refundRuns.closeSeen()
    expect(await lost.refunds()).toMatchObject([{ proof: { reference: `${lost.number}-R1` } }])
  })

  test('one that is not owed any more and left all the same is noted by hand, alone', async () => {
    const [kept, lost, other] = [await overpaid(500), await overpaid(900), await overpaid(700)]
    for (const order of [kept, lost, other]) await order.claimBank()
    const [run] = (await create('bank')).body.data.runs
    for (const order of [lost, other]) await receive(order.id, order.totals.grossCents)
    const { dropped } = (await runs())[0]
    expect(dropped).toMatchObject([
      { orderNumber: lost.number, reference: `${lost.number}-R1`, amountCents: 900 },
      { orderNumber: other.number },
    ])
    const note = (droppedId: string) =>
      operator.post(`/desk/refund-runs/${run.id}/paid`, { on: today(), droppedId })
    const [keptRefund] = (await runs())[0].refunds
    await note(keptRefund.id)
    expect(await kept.refunds(), 'one that is owed is not meant').toMatchObject([{ paidAt: null }])
    expect((await note(dropped[0].id)).body.data.runs).toMatchObject([
      { paid: 1, refunds: [{ orderNumber: kept.number }], dropped: [{ orderNumber: other.number }] },
    ])
    expect(await lost.refunds()).toMatchObject([{ proof: { on: today() } }])
    expect(await mailsOf(lost.number)).toHaveLength(1)
    await operator.post(`/desk/refund-runs/${run.id}/paid`, { on: today() })
    expect((await operator.post(`/desk/refund-runs/${run.id}/cancel`, {})).body.data.runs).toEqual([])
    expect(await other.refunds()).toEqual([])
  })

  test.each([false, true])(
    'one that the bank brings back is proposed for its order, and paid once more under another name (order over: %s)',
    async (isOver) => {
      // By statement, so that what comes back adds to what the bank has of it.
      const order = await overpaid(0)
      await receive(order.id, 0)
      const reference = (order.bank?.reference ?? '').replaceAll(' ', '')
      await importEntries([{ amount: '17505.00', day: today(), reference, bankReference: 'B8' }])
      if (isOver)
        await operator.post(`/desk/orders/${order.id}/actions`, { action: 'cancel', reason: 'asked' })
      await store()
        .db.updateTable('refunds')
        .set({ claimedAt: new Date(), claimWay: 'bank', claimTo: buyersIban, claimName: 'Ștefan Popa' })
        .execute()
      const [run] = (await create('bank')).body.data.runs
      await operator.post(`/desk/refund-runs/${run.id}/paid`, { on: today() })
      const back = {
        amount: '5.00',
        day: today(),
        endToEnd: `${order.number}-R1`,
        text: `/RTRN/AC04 ${order.number}-R1`,
        returnReason: 'AC04',
        bankReference: 'B9',
      }
      const { entries } = (await importEntries([back])).body.data
      expect(entries).toMatchObject([
        { result: 'open', why: 'returned-to-us', matches: [{ orderNumber: order.number }] },
      ])
      const [open] = (await operator.get('/desk/bank')).body.data.open
      const booked = await operator.post(`/desk/bank/entries/${open.id}/actions`, {
        action: 'book',
        orderNumber: order.number,
        reason: 'came back',
      })
      expect(booked.status).toBe(200)
      const asked = (await order.refunds()).filter(({ paidAt }: { paidAt: unknown }) => paidAt === null)
      expect(asked).toMatchObject([{ amountCents: 500, claim: null }])
      await order.claimBank({ to: iban, expectedAmount: '500' })
      const again = (await create('bank')).body.data.runs[0]
      expect(again.refunds).toMatchObject([{ amountCents: 500, to: 'NL91 ABNA 0417 1643 00' }])
      expect(again.refunds[0].reference).not.toBe(`${order.number}-R1`)
      await app.refundRuns.closeSeen()
      expect((await runs()).length, 'the old transfer pays it no more').toBe(1)
    },
  )

  test('what is owed again stays in its run, for a person or a statement to say whether it left', async () => {
    const [kept, left, stayed] = [await overpaid(500), await overpaid(900), await overpaid(700)]
    for (const order of [kept, left, stayed]) await order.claimBank()
    const [run] = (await create('bank')).body.data.runs
    app.clock.advance(60_000)
    for (const order of [left, stayed]) await receive(order.id, order.totals.grossCents)
    await receive(left.id, left.totals.grossCents + 900)
    await receive(stayed.id, stayed.totals.grossCents + 400)
    expect((await create('bank')).body.code, 'no second file names it').toBe('refund-run-empty')
    expect(await left.refunds()).toMatchObject([{ canChange: false, claim: { name: 'Ștefan Popa' } }])
    expect((await left.claimBank({ to: iban })).body.code).toBe('order-state-conflict')
    const [shown] = await runs()
    expect(shown).toMatchObject({ refunds: [{ orderNumber: kept.number }], dropped: [] })
    expect(shown.again).toMatchObject([
      { orderNumber: left.number, reference: `${left.number}-R1`, amountCents: 900 },
      { orderNumber: stayed.number, amountCents: 400 },
    ])
    const after = await operator.post(`/desk/refund-runs/${run.id}/paid`, { on: today() })
    expect(after.body.data.runs).toMatchObject([{ refunds: [], paid: 1, again: [{}, {}] }])

    await importEntries([
      { amount: '9.00', direction: 'DBIT', day: today(), endToEnd: `${left.number}-R1`, bankReference: 'B1' },
    ])
    await operator.post(`/desk/refund-runs/${run.id}/cancel`, {})
    const [second] = (await create('bank')).body.data.runs
    expect(second).toMatchObject({ again: [], refunds: [{ orderNumber: stayed.number, amountCents: 400 }] })
    expect(second.refunds, 'what a statement shows is in no new file').toHaveLength(1)
    expect(await left.refunds()).toMatchObject([{ proof: { reference: `${left.number}-R1` } }])
  })

  test('what is owed again in Bitcoin is in no transaction until its run is taken apart, and then has a new quote', async () => {
    const order = await overpaid(100_000)
    await order.claimCoin('0.02')
    const [run] = (await create('bitcoin')).body.data.runs
    app.clock.advance(60_000)
    await receive(order.id, order.totals.grossCents)
    await receive(order.id, order.totals.grossCents + 50_000)
    const psbt = await operator.post(`/desk/refund-runs/${run.id}/psbt`, { feeRateMilliSat: 2_000 })
    expect(psbt.body.code).toBe('refund-run-empty')
    await operator.post(`/desk/refund-runs/${run.id}/cancel`, {})
    expect((await create('bitcoin')).body.code, 'its coins are of another amount').toBe('refund-run-empty')
    await requoteRefunds(app.orderDeps)
    expect((await create('bitcoin')).body.data.runs).toMatchObject([
      { again: [], refunds: [{ amountCents: 50_000, amountCoin: '0.01' }] },
    ])
  })

  test('a name that no bank takes stays outside and is named', async () => {
    const [odd, plain] = [await overpaid(500), await overpaid(600)]
    await odd.claimBank({ name: '船' })
    await plain.claimBank()
    const { leftOut, runs: made } = (await create('bank')).body.data
    expect(leftOut).toEqual([odd.number])
    expect(made[0].refunds).toMatchObject([{ orderNumber: plain.number }])
  })

  test('two operators who press at once make one run', async () => {
    const order = await overpaid(500)
    await order.claimBank()
    const answers = await Promise.all([create('bank'), create('bank')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await runs()).toHaveLength(1)
  })

  test('in Bitcoin: a table for the wallet, and one transaction for all', async () => {
    const order = await overpaid(100_000)
    await order.claimCoin('0.02')
    await store()
      .db.updateTable('refunds')
      .set({ claimHoldsUntil: new Date(app.clock.now()) })
      .execute()
    expect((await create('bitcoin')).body.code, 'the amount does not hold any more').toBe('refund-run-empty')
    await requoteRefunds(app.orderDeps)
    const [run] = (await create('bitcoin')).body.data.runs
    expect(run.refunds).toMatchObject([{ amountCoin: '0.02', to: regtest }])
    expect((await fileOf(run.id)).text).toContain(`${regtest},0.02,${order.number}-R1`)
    const paid = (body: object) => operator.post(`/desk/refund-runs/${run.id}/paid`, body)
    expect((await paid({ on: today() })).body.code).toBe('invalid-request')
    expect((await paid({ on: today(), txid: txid.toUpperCase() })).body.data.runs).toEqual([])
    expect(await order.refunds()).toMatchObject([{ proof: { way: 'bitcoin', reference: txid } }])
  })

  test('in Bitcoin: one unsigned transaction out of the account of payouts, whose coins no payout takes', async () => {
    const [one, two] = [await overpaid(50_000), await overpaid(25_000)]
    await one.claimCoin('0.01')
    await two.claimCoin('0.005')
    const [{ id }] = (await create('bitcoin')).body.data.runs
    const make = async (feeRateMilliSat: number) =>
      (await operator.post(`/desk/refund-runs/${id}/psbt`, { feeRateMilliSat })).body
    expect((await make(2_000)).data).toMatchObject({ outcome: 'insufficient', availableSat: 0 })
    esplora.coins.set(wallet.addressAt(0, 3), [{ txid: 'cd'.repeat(32), vout: 1, value: 2_000_000 }])
    const { outcome, transaction } = (await make(2_000)).data
    expect([outcome, transaction.inputs]).toEqual(['made', 1])
    const outputsOf = (psbtBase64: string) => {
      const psbt = Transaction.fromPSBT(Buffer.from(psbtBase64, 'base64'))
      return Array.from({ length: psbt.outputsLength }, (_, at) => Number(psbt.getOutput(at).amount))
    }
    expect(outputsOf(transaction.psbtBase64)).toEqual(
      [500_000, 1_000_000, transaction.changeSat].toSorted((a, b) => a - b),
    )
    expect((await runs())[0].transaction).toEqual(transaction)

    await paidOwner(app, { name: 'Piet', receivedSat: 200_000, address: regtestAddress(1) })
    const payout = (await operator.post('/desk/payouts', { lines: 1, totalSat: 150_000 })).body.data.id
    const payoutPsbt = async () =>
      (await operator.post(`/desk/payouts/${payout}/psbt`, { feeRateMilliSat: 2_000 })).body.data
    expect(await payoutPsbt()).toMatchObject({ outcome: 'insufficient', availableSat: 0 })

    await receive(two.id, two.totals.grossCents)
    const again = (await make(3_000)).data.transaction
    expect(outputsOf(again.psbtBase64), 'what is not owed any more is not in it').toEqual(
      [1_000_000, again.changeSat].toSorted((a, b) => a - b),
    )
    esplora.coins.set(wallet.addressAt(0, 3), [])
    esplora.coins.set(wallet.addressAt(0, 4), [{ txid: 'ef'.repeat(32), vout: 0, value: 5_000_000 }])
    expect((await make(4_000)).code, 'the first one may be on its way').toBe('payout-coin-spent')
    await operator.post(`/desk/refund-runs/${id}/cancel`, {})
    expect((await make(4_000)).code).toBe('refund-run-empty')
    expect(await payoutPsbt()).toMatchObject({ outcome: 'made' })
  })

  test('without an account of the company there is no file', async () => {
    await app.server.close()
    await open({})
    expect((await create('bank')).body.code).toBe('refund-account-missing')
    expect((await operator.get('/desk/refund-runs/7/file')).body.code).toBe('refund-run-not-found')
  })
})
