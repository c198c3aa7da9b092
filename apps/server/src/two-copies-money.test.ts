import { Transaction } from '@scure/btc-signer'
import { describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../test/build-test-app.ts'
import { newTestAccounts } from '../test/chains/coin-shop.ts'
import { fakeEsplora } from '../test/chains/fake-esplora.ts'
import { paidOwner, payoutWallet, regtestAddress } from '../test/chains/payout-owners.ts'
import { insertController, insertShip } from '../test/fleet-rows.ts'
import { signUpProvenOperator } from '../test/operator.ts'
import { camtSample } from '../test/papers/camt-sample.ts'
import { placedOrder } from '../test/place-order.ts'
import { receiveMoney } from '../test/receive-money.ts'
import { type MailServer, startMailServer } from '../test/services/mail-server.ts'
import { loseEveryLease, runTogether } from '../test/two-copies.ts'
import type { Store } from './platform/db/store.ts'
import { openTestStore, testEngines } from './platform/db/testing.ts'

/*
 * Two copies of the server on one PostgreSQL, each of which believes that it holds every job, and whose operators press at the same time: payouts,
 * runs of refunds, quotes, statements of the month and summaries of the week, each once.
 */
const seededAt = Date.parse('2026-05-28T10:00:00Z')
/** A Monday, the first of a month: summaries and statements are due. */
const dueAt = Date.parse('2026-06-01T08:00:00Z')
const owners = 6
const refundsOfEach = 3
const wallet = payoutWallet()

describe.runIf(testEngines().includes('postgresql'))('two copies that both hold every job', () => {
  let esplora: ReturnType<typeof fakeEsplora>
  let rate = 50_000
  const build = async (store: Store, mailServer: MailServer, at: number): Promise<TestApp> => {
    const app = await buildTestApp(store, {
      settings: {
        ORDERS_ENABLED: 'true',
        VIES_URL: 'off',
        COMPANY_IBAN: 'NL91ABNA0417164300',
        BITCOIN_XPUB: newTestAccounts().bitcoin,
        BITCOIN_NETWORK: 'regtest',
        BITCOIN_ESPLORA_URL: esplora.url,
        PAYMENT_ESPLORA_URL: esplora.url,
        PAYOUT_XPUB: wallet.publicKey,
        PAYOUT_MINIMUM_SAT: '10000',
        PAYMENT_RATE_SOURCES: 'BTC/EUR=https://one.example/,BTC/EUR=https://two.example/',
        SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
        MAIL_FROM: 'Shipminer <noreply@shipminer.example>',
        PROVIDER_EMAIL: 'desk@shipminer.example',
      },
      fetch: (async (input: string | URL, init?: RequestInit) => {
        const url = String(input)
        if (url.startsWith(esplora.url)) return esplora.fetch(input, init)
        if (/^https:\/\/(one|two)\.example/.test(url))
          return new Response(JSON.stringify({ last: `${rate}` }))
        return fetch(input, init)
      }) as typeof fetch,
    })
    app.clock.advance(at - app.clock.now())
    return app
  }

  test('what is to be paid, quoted or summed up is so once', { timeout: 180_000 }, async () => {
    esplora = fakeEsplora()
    esplora.idOf = (hex) => Transaction.fromRaw(Buffer.from(hex, 'hex'), { allowUnknownOutputs: true }).id
    rate = 50_000
    const store = await openTestStore('postgresql')
    const mailServer = await startMailServer({ startTls: false })
    try {
      await seed(store, mailServer)
      rate = 40_000
      await pressTogether(store, mailServer)
      await loseEveryLease(store)
      for (let round = 0; round < 3; round += 1)
        await runTogether(store, () => build(store, mailServer, dueAt))
      await expectOnce(store, mailServer)
    } finally {
      await mailServer.close()
      await store.close()
    }
  })

  /** Orders that were paid too much and say where it goes, and owners who are due their share and whose ships were measured. */
  async function seed(store: Store, mailServer: MailServer): Promise<void> {
    const app = await build(store, mailServer, seededAt)
    await store.db.updateTable('products').set({ stock: 50 }).where('id', '=', 'sm19').execute()
    for (let number = 0; number < refundsOfEach * 2; number += 1) {
      const isCoin = number >= refundsOfEach
      const client = testClient(app)
      const { order, withKey } = await placedOrder(client)
      await receiveMoney(app, order.id, order.totals.grossCents + 50_000)
      const claim = isCoin
        ? { way: 'bitcoin', network: 'bitcoin', to: regtestAddress(50 + number), expectedAmount: '0.01' }
        : { way: 'bank', to: 'DE89370400440532013000', name: 'Anna', expectedAmount: '50000' }
      expect((await client.post(`/orders/${order.id}/refund-claim`, claim, withKey)).status).toBe(200)
    }
    for (let number = 0; number < owners; number += 1) {
      const owner = { name: `Owner ${number}`, receivedSat: 200_000, address: regtestAddress(number) }
      const { id } = await paidOwner(app, owner)
      await store.db
        .updateTable('users')
        .set({ emailVerifiedAt: new Date(0), preferredLanguage: 'en' })
        .where('id', '=', id)
        .execute()
      const controllerId = `SM-${number}`
      const shipId = await insertShip(store.db, { userId: id })
      const claimKeyHash = Buffer.from(controllerId)
      await insertController(store.db, { id: controllerId, ownerId: id, shipId, claimKeyHash })
      await insertHour(store, controllerId)
    }
    esplora.coins.set(wallet.addressAt(0, 0), [{ txid: 'cd'.repeat(32), vout: 1, value: 5_000_000 }])
    await app.server.close()
  }

  /** The desk of each copy, pressing the same at the same time. */
  async function pressTogether(store: Store, mailServer: MailServer): Promise<void> {
    const apps = [await build(store, mailServer, dueAt), await build(store, mailServer, dueAt)]
    const desks: TestClient[] = []
    for (const app of apps) {
      const desk = testClient(app)
      await signUpProvenOperator(app, desk, 'owner')
      desks.push(desk)
    }
    const press = (path: string, body: object) =>
      Promise.all(desks.map(async (desk) => (await desk.post(path, body)).body))
    const made = await press('/desk/refund-runs', { way: 'bank' })
    expect(made.map(({ code }) => code ?? 'made').toSorted()).toEqual(['made', 'refund-run-empty'])
    const [run] = made.find(({ code }) => code === undefined)?.data.runs ?? []
    const entries = run.refunds.map(({ reference }: { reference: string }, at: number) => ({
      amount: '500.00',
      direction: 'DBIT' as const,
      day: '2026-06-01',
      endToEnd: reference,
      bankReference: `B${at}`,
    }))
    await press('/desk/bank/statements', { xml: camtSample(entries), preview: false })

    const payouts = await press('/desk/payouts', { lines: owners, totalSat: owners * 150_000 })
    expect(payouts.map(({ code }) => code ?? 'made').toSorted()).toEqual(['made', 'payouts-changed'])
    const id = payouts.find(({ code }) => code === undefined)?.data.id
    const psbts = await press(`/desk/payouts/${id}/psbt`, { feeRateMilliSat: 2_000 })
    const { psbtBase64 } = psbts.find(({ data }) => data?.outcome === 'made')?.data.transaction ?? {}
    const signed = Transaction.fromPSBT(Buffer.from(psbtBase64, 'base64'))
    signed.sign(wallet.master as Parameters<Transaction['sign']>[0])
    signed.finalize()
    const sent = await press(`/desk/payouts/${id}/import`, { transaction: signed.hex, send: true })
    expect(sent.map(({ data }) => data)).toContainEqual({ outcome: 'accepted', txid: signed.id })
    esplora.transactions.set(signed.id, { hex: signed.hex, height: esplora.tip - 100 })
    for (const app of apps) await app.server.close()
  }

  async function expectOnce({ db }: Store, mailServer: MailServer) {
    const ids = mailServer.received.map(({ headers }) => String(headers['message-id']))
    expect(ids.length).toBe(new Set(ids).size)
    const mails = mailServer.received.map(({ to, headers }) => `${to.join()} ${headers.subject}`)
    expect(mails.filter((mail, at) => mails.indexOf(mail) !== at)).toEqual([])
    const count = (word: string) => ids.filter((id) => id.includes(word)).length
    expect({
      payouts: count('payout.'),
      statements: count('statement.2026-05.'),
      weeks: count('weekly.2026-05-25.'),
      refunds: count('.refundPaid.'),
    }).toEqual({ payouts: owners, statements: owners, weeks: owners, refunds: refundsOfEach })

    expect(await db.selectFrom('payoutRuns').select(['state', 'createdBy']).execute()).toMatchObject([
      { state: 'confirmed' },
    ])
    const paid = await db.selectFrom('payouts').select(['userId', 'amountSat']).execute()
    expect([paid.length, new Set(paid.map(({ userId }) => userId)).size]).toEqual([owners, owners])

    const refunds = await db.selectFrom('refunds').select(['status', 'claimWay', 'claimAmount']).execute()
    const bank = refunds.filter(({ claimWay }) => claimWay === 'bank')
    const coins = refunds.filter(({ claimWay }) => claimWay === 'bitcoin')
    expect(bank.map(({ status }) => status)).toEqual(bank.map(() => 'paid'))
    expect(coins.map(({ claimAmount }) => claimAmount)).toEqual(coins.map(() => '0.0125'))
    expect([bank.length, coins.length]).toEqual([refundsOfEach, refundsOfEach])
    const events = await db.selectFrom('orderEvents').select('kind').execute()
    const happened = (kind: string) => events.filter((event) => event.kind === kind).length
    expect([happened('refund-paid'), happened('refund-requoted')]).toEqual([refundsOfEach, refundsOfEach])
  }
})

/** An hour of the week that is over in which a box followed the generator. */
async function insertHour({ db }: Store, controllerId: string): Promise<void> {
  await db
    .insertInto('power_1h')
    .values({
      controllerId,
      bucket: new Date('2026-05-27T10:00:00Z'),
      seconds: 3_600,
      heldSeconds: 0,
      generatorSeconds: 3_600,
      shipSeconds: 3_600,
      miningSeconds: 3_600,
      allowedSeconds: 3_600,
      curtailedSeconds: 0,
      generatorWs: 360_000_000,
      shipWs: 180_000_000,
      miningWs: 180_000_000,
      allowedWs: 360_000_000,
      usedWs: 180_000_000,
      curtailedWs: 0,
      fuelMg: 9_000_000,
      fuelMc: 12_340_000,
      overLimitMs: 4_000,
      overCapacityMs: 0,
    })
    .execute()
}
