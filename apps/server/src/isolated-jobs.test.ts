import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../test/build-test-app.ts'
import { newTestAccounts } from '../test/chains/coin-shop.ts'
import { receive } from '../test/chains/payout-owners.ts'
import { insertController, insertShip } from '../test/fleet-rows.ts'
import { watchMarkedRows } from '../test/marked-rows.ts'
import { signUpProvenOperator } from '../test/operator.ts'
import { placedOrder, testBuyer } from '../test/place-order.ts'
import { boxKey, connectBox, exampleRows, runJobs } from '../test/ship-line.ts'
import { signUp } from '../test/sign-in.ts'
import { describeEachEngine } from './platform/db/testing.ts'

/*
 * Two customers for whom the same is due, the first one of them ill: the database refuses every row that names them. Each job that serves
 * customers one by one has to serve the other all the same, to report the ill one, and to make up for it once they are well.
 */

const dayMs = 86_400_000
/** A Monday after seven, in the first days of a month. */
const monday = Date.parse('2026-05-04T10:00:00Z')
const esploraUrl = 'https://esplora.example/api'

/** Jobs that serve customers one by one, with what each writes of one of them. */
const servesEach: Record<string, string[]> = {
  'alert-notices': ['insert mails', 'delete alert_deliveries'],
  'api-key-ends': ['update api_keys', 'insert mails'],
  mailings: ['update mailing_recipients', 'insert mails'],
  orders: ['update orders', 'insert order_events', 'insert mails'],
  'pool-addresses': ['update pool_addresses'],
  'refund-quotes': ['update refunds', 'insert order_events'],
  'refund-runs': ['update refunds', 'insert order_events'],
  silence: ['insert alerts'],
  statements: ['insert statement_mails', 'insert mails'],
  telemetry: ['insert miner_5m', 'update miner_state'],
  webhooks: ['update webhook_deliveries'],
  'weekly-mails': ['insert weekly_mails', 'insert mails'],
}
/** Those that have a test of this of their own. */
const testedElsewhere = [
  'pack-days',
  'past-hours',
  'reseal',
  'conditions',
  'held-accounts',
  'statement-imports',
  'payments',
  'watch',
  'payouts',
  'releases',
  'market',
  'coins',
  'mail',
  // Runs only where the provider has a bot.
  'telegram',
]
/** Those that are one statement for all, whose rows nobody outside can write so that it fails. */
const oneStatement = [
  'accounts',
  'commands',
  'fault-reports',
  'firmware',
  'forget-offers',
  'inquiries',
  'old-prices',
  'partitions',
  'power',
  'repeated-requests',
  'sent-mails',
  'sent-webhooks',
]

describeEachEngine('jobs that serve many', ({ store }) => {
  let app: TestApp
  let desk: TestClient
  const names = ['ill', 'well'] as const
  const marks: Record<(typeof names)[number], string[]> = { ill: [], well: [] }
  const fetch = (async (input: string | URL | Request) => {
    const { host, pathname } = new URL(String(input))
    if (host.endsWith('rates.example')) return new Response(JSON.stringify({ last: '50000' }))
    return new Response(pathname.endsWith('/height') ? '1000' : '[]')
  }) as typeof globalThis.fetch
  const options = {
    settings: {
      ORDERS_ENABLED: 'true',
      VIES_URL: 'off',
      BITCOIN_ESPLORA_URL: esploraUrl,
      BITCOIN_XPUB: newTestAccounts().bitcoin,
      BITCOIN_NETWORK: 'regtest',
      PAYMENT_ESPLORA_URL: esploraUrl,
      PAYMENT_RATE_SOURCES: 'BTC/EUR=https://one.rates.example/,BTC/EUR=https://two.rates.example/',
    },
    fetch,
  }

  beforeAll(async () => {
    app = await buildTestApp(store(), options)
    await app.server.listen({ port: 0, host: '127.0.0.1' })
    app.clock.advance(monday - app.clock.now())
    desk = testClient(app)
    await signUpProvenOperator(app, desk)
    const hook = { url: 'https://shop.invalid/hook', reason: 'a test' }
    expect((await desk.post('/desk/webhooks', hook)).status).toBe(200)
    for (const name of names) marks[name] = await becomeCustomer(name)
    const texts = { nl: { subject: 'Nieuws', text: 'Uit de haven.' } }
    const draft = { audience: 'newsletter', texts }
    const sent = await desk.post('/desk/mailings', draft, { headers: { 'idempotency-key': randomUUID() } })
    expect(sent.status).toBe(200)
  })
  afterAll(() => app.server.close())

  /** Somebody for whom each job has something to do. @returns what their rows are known by. */
  async function becomeCustomer(name: string): Promise<string[]> {
    const { db } = store()
    const at = new Date(app.clock.now())
    const { user } = await signUp(testClient(app))
    const email = `${name}@kade.example`
    const known = { email, emailVerifiedAt: at, newsletter: true }
    await db.updateTable('users').set(known).where('id', '=', user.id).execute()
    const controllerId = `SM-${name.toUpperCase()}`
    const shipId = await insertShip(db, { userId: user.id, name })
    await insertController(db, {
      id: controllerId,
      ownerId: user.id,
      shipId,
      claimKeyHash: Buffer.from(name),
      claimedAt: at,
      publicKey: boxKey,
      pollIntervalMs: 30_000,
    })
    // Sums that stay open, of a box that falls silent.
    const line = await connectBox(app, controllerId)
    await line.batch(exampleRows(at.getTime() - 3_600_000))
    line.close()
    const unread = {
      userId: user.id,
      channel: 'webhook',
      target: 'x',
      body: '{}',
      createdAt: at,
      nextAttemptAt: at,
    } as const
    await db.insertInto('alertDeliveries').values(unread).execute()
    await receive(store(), user.id, 1_000, new Date('2026-04-12T10:00:00Z'))
    await db
      .insertInto('apiKeys')
      .values({
        userId: user.id,
        name,
        tokenHash: Buffer.from(name),
        scope: 'read',
        createdAt: at,
        endsAt: new Date(at.getTime() + dayMs),
      })
      .execute()
    await db
      .insertInto('poolAddresses')
      .values({ address: `address-${name}`, userId: user.id, createdAt: at, createdBy: 'test', found: '[]' })
      .execute()
    const { order } = await placedOrder(testClient(app), { buyer: { ...testBuyer, email } })
    const week = new Date(at.getTime() - 8 * dayMs)
    await db.updateTable('orders').set({ methodChosenAt: week }).where('id', '=', order.id).execute()
    const refund = {
      orderId: order.id,
      reason: 'x',
      status: 'requested',
      requestedAt: at,
      claimedAt: at,
    } as const
    const [paid, quoted] = [randomUUID(), randomUUID()]
    const transferReference = `RF-${name.toUpperCase()}`
    await db
      .insertInto('refunds')
      .values([
        {
          ...refund,
          id: paid,
          amountCents: 100,
          claimWay: 'bank',
          claimTo: 'NL91ABNA0417164300',
          claimName: 'A',
          transferReference,
        },
        {
          ...refund,
          id: quoted,
          amountCents: 100,
          claimWay: 'bitcoin',
          claimNetwork: 'bitcoin',
          claimTo: 'x',
          claimAmount: '1',
          claimRate: '1',
          claimHoldsUntil: week,
        },
      ])
      .execute()
    await db
      .insertInto('bankEntries')
      .values({
        entryKey: name,
        statementId: 'x',
        accountIban: 'NL91ABNA0417164300',
        bookedOn: '2026-05-04',
        amountCents: -100,
        currency: 'EUR',
        remittance: transferReference,
        outcome: 'ignored',
        why: 'outgoing',
        importedAt: at,
      })
      .execute()
    return [user.id, email, controllerId, order.id, paid, quoted]
  }

  test('every job is known for what it does', async () => {
    const known = [...Object.keys(servesEach), ...testedElsewhere, ...oneStatement]
    const all = (await app.jobs.report()).map(({ name }) => name)
    expect(all.filter((name) => !known.includes(name.replace(/^watch-.*/, 'watch')))).toEqual([])
    expect(Object.keys(servesEach).filter((name) => !all.includes(name))).toEqual([])
  })

  test('one whose rows are refused keeps nobody from being served, is reported, and is served later', async () => {
    const rows = await watchMarkedRows(store(), marks)
    /** Some rounds: what one job writes is there for the next, and one that hands over after its time reports in a later one. */
    const run = async (at: number, isOver: (failed: ReadonlySet<string>) => boolean) => {
      const failures = new Map<string, string>()
      for (let round = 0; round < 6 && (round < 2 || !isOver(new Set(failures.keys()))); round += 1) {
        const found = await runJobs(store(), { ...options, at: at + round * 60_000 })
        for (const [job = '', text = ''] of found.map((line) => line.split(/: (.*)/s)))
          failures.set(job, text)
      }
      return { failures, ...(await rows.taken()) }
    }
    const jobs = Object.keys(servesEach)
    await rows.refuse('ill')
    const first = await run(monday + 2 * 3_600_000, (failed) => jobs.every((job) => failed.has(job)))
    expect(first.ill).toEqual([])
    for (const job of jobs) {
      expect(first.failures.get(job) ?? 'nothing failed', job).toMatch(/ failed: .*is refused/)
      expect(first.well, job).toEqual(expect.arrayContaining(servesEach[job] ?? []))
    }
    await rows.refuse()
    const second = await run(monday + 3 * 3_600_000, () => true)
    await rows.stop()
    for (const job of jobs) expect(second.failures.get(job), job).toBeUndefined()
    expect(second.ill).toEqual(first.well)
  })
})
