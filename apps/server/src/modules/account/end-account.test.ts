import { setTimeout as sleep } from 'node:timers/promises'
import { buildShip } from '@shipminer/testkit/fleet'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mailsTo, signedProof } from '../../../test/account-proofs.ts'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../test/build-test-app.ts'
import { ethereumSigner, type Signer } from '../../../test/chains/wallet-signers.ts'
import { signUpProvenOperator } from '../../../test/operator.ts'
import { placedOrder, placeOrder, testBuyer } from '../../../test/place-order.ts'
import { signUp } from '../../../test/sign-in.ts'
import { whatIsKept } from '../../../test/what-is-kept.ts'
import type { Store } from '../../platform/db/store.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'
import { createController } from '../claims/create-controller.ts'
import { removeUser } from './account-data.repository.ts'

/** What every text about the person holds; the numbers are those of a chat and of an address on the internet. */
const marks = /zwaantje|99887766|10\.9\.8\.76/i
const [name, address] = ['Zwaantje Bos', 'Zwaantje@Bos.example']

describeEachEngine('the end of an account', ({ store }) => {
  let app: TestApp
  let client: TestClient
  let operator: TestClient
  let signer: Signer
  let userId: string
  beforeEach(async () => {
    app = await buildTestApp(store(), { settings: { ORDERS_ENABLED: 'true', VIES_URL: 'off' } })
    client = testClient(app)
    operator = testClient(app)
    signer = ethereumSigner()
    userId = (await signUp(client, signer)).user.id
    await signUpProvenOperator(app, operator)
  })
  afterEach(async () => {
    await app.server.close()
    await resetTestStore(store())
  })
  const byOwner = async () =>
    client.post('/user/delete', { proof: await signedProof(client, signer, 'delete-account') })
  const atDesk = (typed = name) =>
    operator.post(`/desk/customers/${userId}/delete`, { name: typed, reason: 'Asked by letter' })
  const ways = { byOwner, atDesk }
  const setUser = (change: { emailVerifiedAt?: Date | null; email?: string; name?: string }) =>
    store().db.updateTable('users').set(change).where('id', '=', userId).execute()
  const isThere = async () => (await client.get('/user/profile')).status === 200
  /** With everything that the product can hold about somebody. */
  const fill = async (emailVerifiedAt: Date | null = new Date(app.clock.now())) => {
    await setUser({ name, email: address, emailVerifiedAt })
    await fillTables({ app, client, userId })
  }

  test('every column is decided on: it goes, it stays for a reason, or it says nothing of anybody', async () => {
    const { rows } = await sql<{ table: string; column: string }>`
      SELECT t.relname AS table, a.attname AS column FROM pg_attribute a
      JOIN pg_class t ON t.oid = a.attrelid JOIN pg_type y ON y.oid = a.atttypid
      WHERE t.relnamespace = current_schema()::regnamespace AND t.relkind IN ('r', 'p') AND NOT t.relispartition AND a.attnum > 0 AND a.attname <> 'controller_id'
        AND y.typname IN ('text', 'varchar', 'json', 'jsonb', '_text', 'bytea', 'inet')
        AND NOT EXISTS (SELECT FROM pg_constraint f WHERE f.contype = 'f' AND f.conrelid = t.oid AND a.attnum = ANY (f.conkey))`.execute(
      store().db,
    )
    const gone = await tablesOfAccounts(store())
    const found = rows
      .filter(({ table }) => !gone.has(table) && !whatIsKept.ofNobody.has(table))
      .map(({ table, column }) => `${table}.${column}`)
    const { goes, stays, says } = whatIsKept
    expect(found.toSorted()).toEqual([...goes, ...stays.keys(), ...says].toSorted())
    const tables = new Set(rows.map(({ table }) => table))
    expect([...whatIsKept.ofNobody].filter((table) => !tables.has(table))).toEqual([])
  })

  test('what its owner sends while it ends is refused as from nobody, and stores nothing', async () => {
    const sent = store()
      .db.transaction()
      .execute(async (trx) => {
        await removeUser(trx, userId)
        const order = placeOrder(client)
        const ship = client.post('/user/ships', buildShip({ name: 'Zwaantje' }))
        // Both have found their account by then, and wait for it where the engine has several connections.
        await sleep(500)
        return { order, ship }
      })
    const { order, ship } = await sent
    expect(await order).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
    expect(await ship).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
    expect(await store().db.selectFrom('orders').selectAll().execute()).toEqual([])
  })

  for (const [way, end] of Object.entries(ways)) {
    test(`${way}: nothing is left of the person but what has to be kept`, async () => {
      await fill()
      const before = await whereMarked(store(), userId)
      const gone = await tablesOfAccounts(store())
      for (const column of whatIsKept.goes) expect(before, 'this test writes it').toContain(column)
      expect(before.filter((column) => gone.has(column.split('.')[0] ?? ''))).toEqual(
        expect.arrayContaining([
          'users.email',
          'ships.name',
          'alert_channels.channels',
          'push_subscriptions.endpoint',
          'crew_invitations.email',
        ]),
      )
      expect(await end()).toMatchObject({ status: 200, body: { data: {} } })
      const left = await mailsTo(app, address)
      expect(left.map(({ subject }) => subject)).toEqual([
        'Order confirmed soon',
        'Uw Shipminer-account is verwijderd',
      ])
      await store().db.deleteFrom('mails').execute()
      const after = await whereMarked(store(), userId)
      expect(after.filter((column) => !whatIsKept.stays.has(column))).toEqual([])
      expect(after).toEqual(expect.arrayContaining(['orders.email', 'orders.buyer', 'invoices.snapshot']))
      expect(await store().db.selectFrom('power_5m').selectAll().execute()).toEqual([])
      const controllers = await store().db.selectFrom('controllers').selectAll().execute()
      expect(controllers).toMatchObject([{ ownerId: null, historyFrom: new Date(app.clock.now()) }])
    })

    describe(`${way}: stays`, () => {
      const refusals = {
        'while an order is under way': async () => {
          await placedOrder(client)
          return 'account-order-open'
        },
        'while an order that was fitted is not paid': async () => {
          await placedOrder(client)
          await store().db.updateTable('orders').set({ state: 'installed' }).execute()
          return 'account-order-open'
        },
        'while money of an order goes back': async () => {
          const { order } = await placedOrder(client)
          await store().db.updateTable('orders').set({ state: 'cancelled' }).execute()
          await store()
            .db.insertInto('refunds')
            .values({
              ...{ id: crypto.randomUUID(), orderId: order.id, amountCents: 100, reason: 'order-over' },
              ...{ status: 'requested', requestedAt: new Date(app.clock.now()) },
            })
            .execute()
          return 'account-order-open'
        },
        'while the smallest payout is due': async () => {
          await receive(66_667)
          return 'account-payout-due'
        },
        'while a payout is on its way': async () => {
          await receive(1)
          const { id } = await store()
            .db.insertInto('payoutRuns')
            .values({ state: 'draft', createdAt: new Date(app.clock.now()), createdBy: 'A', totalSat: 1 })
            .returning('id')
            .executeTakeFirstOrThrow()
          await store()
            .db.insertInto('payoutRunLines')
            .values({
              ...{ runId: id, position: 0, userId, ownerName: name, amountSat: 1, address: 'bc1q' },
              ...{ receivedSat: 1, receivedByOwnerSat: 0, ownerShareSat: 1, paidOutSat: 0 },
            })
            .execute()
          return 'account-payout-due'
        },
        'of somebody who works at the desk': async () => {
          await store()
            .db.updateTable('users')
            .set({ roles: ['operator'] })
            .where('id', '=', userId)
            .execute()
          return 'account-of-operator'
        },
      }
      const receive = (amountSat: number) =>
        store()
          .db.insertInto('receipts')
          .values({
            ...{ userId, coin: 'BTC', amountSat, at: new Date(app.clock.now()), source: 'provider' },
            ...{ paidTo: 'provider', reference: 'r', importedAt: new Date(app.clock.now()) },
          })
          .execute()
      test.each(Object.entries(refusals))('%s', async (_, given) => {
        await setUser({ name })
        const code = await given()
        expect(await end()).toMatchObject({ status: 409, body: { code } })
        expect(await isThere()).toBe(true)
      })

      test('not for less than the smallest payout, nor an order that is paid and fitted', async () => {
        await setUser({ name })
        await receive(66_665)
        await placedOrder(client)
        await store().db.updateTable('orders').set({ state: 'installed', payment: 'paid' }).execute()
        expect((await end()).status).toBe(200)
        expect(await isThere()).toBe(false)
        expect(await store().db.selectFrom('orders').select('userId').execute()).toEqual([{ userId: null }])
      })
    })
  }

  test.each([
    ['byOwner', 1],
    ['atDesk', 0],
  ] as const)('%s: of what came from an address that nobody confirmed %i is left', async (way, left) => {
    await setUser({ name, email: address, emailVerifiedAt: null })
    const asked = { name, email: address, message: 'Wat kost het?' }
    expect((await testClient(app).post('/inquiries/contact', asked)).status).toBe(200)
    expect((await ways[way]()).status).toBe(200)
    expect(await store().db.selectFrom('inquiries').select('id').execute()).toHaveLength(left)
  })

  test('at the desk only its owner deletes, by the right name, and the log tells it', async () => {
    await setUser({ name })
    for (const role of ['sales', 'service', 'bookkeeper', 'read-only'] as const) {
      const colleague = testClient(app)
      await signUpProvenOperator(app, colleague, role)
      const body = { name, reason: 'Asked by letter' }
      expect((await colleague.post(`/desk/customers/${userId}/delete`, body)).body.code).toBe('role-required')
    }
    expect(await atDesk('Zwaan Bos')).toMatchObject({ status: 404, body: { code: 'not-found' } })
    expect(await operator.post(`/desk/customers/${userId}/delete`, { name, reason: '' })).toMatchObject({
      status: 400,
    })
    expect(await isThere()).toBe(true)
    expect((await atDesk()).status).toBe(200)
    expect((await atDesk()).status).toBe(404)
    const { entries } = (await operator.get('/desk/audit')).body.data
    expect(entries.filter(({ action }: { action: string }) => action === 'customer.delete')).toMatchObject([
      { subject: `customer ${userId}`, reason: 'Asked by letter' },
    ])
  })
})

/** Tables whose every row goes with an account, by the rules of the database. */
async function tablesOfAccounts(store: Store): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ table: string }>`
    WITH RECURSIVE gone AS (
      SELECT 'users'::regclass AS id
      UNION SELECT f.conrelid::regclass FROM gone JOIN pg_constraint f ON f.confrelid = gone.id
      WHERE f.contype = 'f' AND f.confdeltype = 'c' AND NOT EXISTS (
        SELECT FROM pg_attribute a WHERE a.attrelid = f.conrelid AND a.attnum = ANY (f.conkey) AND NOT a.attnotnull))
    SELECT id::text AS table FROM gone`.execute(store.db)
  return new Set(rows.map(({ table }) => table))
}

/** Columns of all tables that hold anything of the person. */
async function whereMarked(store: Store, userId: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'`.execute(store.db)
  const found = new Set<string>()
  for (const { name: table } of tables) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      SELECT to_jsonb(t) AS row FROM ${sql.table(table)} t`.execute(store.db)
    for (const { row } of rows)
      for (const [column, value] of Object.entries(row)) {
        const text = JSON.stringify(value) ?? ''
        if (marks.test(text) || text.includes(userId)) found.add(`${table}.${column}`)
      }
  }
  return [...found].toSorted()
}

/** Writes into every column that can hold something of a person. */
async function fillTables({ app, client, userId }: { app: TestApp; client: TestClient; userId: string }) {
  const { db } = app.store
  const at = new Date(app.clock.now())
  const ok = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer
    expect([status, status === 200 ? null : body]).toEqual([200, null])
  }
  await ok(client.post('/user/ships', buildShip({ name: 'Ms Zwaantje' })))
  await ok(
    client.call('PUT', '/mining/alert-settings', {
      channels: {
        email: true,
        telegram: { botToken: `1234567:${'a'.repeat(35)}`, chatId: '99887766' },
        webhookUrl: 'https://zwaantje.example/alerts',
        quietHours: null,
        criticalInQuietHours: true,
      },
    }),
  )
  await db
    .insertInto('pushSubscriptions')
    .values({ endpoint: 'https://push.example/zwaantje', userId, keys: '{}', createdAt: at })
    .execute()
  const { order } = await placedOrder(client, {
    buyer: { ...testBuyer, firstName: 'Zwaantje', email: address },
  })
  await db.updateTable('orders').set({ state: 'installed', payment: 'paid' }).execute()
  await db
    .insertInto('fittingPlans')
    .values({
      ...{ orderId: order.id, berth: 'Zwaantje', contactName: name, contactPhone: '99887766' },
      ...{ generator: 'of zwaantje', cabling: 'of zwaantje', notes: 'of zwaantje' },
      ...{ changedAt: at, changedBy: 'Anna' },
    })
    .execute()
  await fillDealings(app, at)
  await fillFleet({ app, client, userId, at })
}

/** What they asked and were sent. */
async function fillDealings({ store: { db } }: TestApp, createdAt: Date) {
  const words = 'of zwaantje'
  const inquiries = await db
    .insertInto('inquiries')
    .values(
      (['contact', 'waiting-list'] as const).map((kind) => ({
        ...{
          kind,
          reference: `R-${kind}`,
          name,
          email: address,
          phone: '99887766',
          language: 'nl',
          createdAt,
        },
        ...{ subject: words, message: words, shipType: words, source: words, lostReason: words },
      })),
    )
    .returning('id')
    .execute()
  const inquiryId = inquiries[0]?.id ?? ''
  await db
    .insertInto('inquiryAnswers')
    .values({ inquiryId, at: createdAt, operator: 'Anna', subject: words, body: words })
    .execute()
  const mailing = { id: crypto.randomUUID(), audience: 'waiting' as const, texts: '{}', recipients: 1 }
  await db
    .insertInto('mailings')
    .values({ ...mailing, createdAt, createdBy: 'Anna' })
    .execute()
  await db.insertInto('mailingRecipients').values({ mailingId: mailing.id, position: 0, inquiryId }).execute()
  const { id: productId } = await db.selectFrom('products').select('id').executeTakeFirstOrThrow()
  await db
    .insertInto('offers')
    .values({
      ...{ id: crypto.randomUUID(), number: 'O-1', keyHash: Buffer.from('1'), inquiryId, productId },
      ...{ productName: 'Box', quantity: 1, unitGrossCents: 1, language: 'nl', email: address.toLowerCase() },
      ...{
        buyer: JSON.stringify({ name }),
        note: words,
        validUntil: '2026-12-01',
        operator: name,
        createdAt,
      },
    })
    .execute()
  const other = await db.selectFrom('users').select('id').where('name', '<>', name).executeTakeFirstOrThrow()
  const ship = await db
    .insertInto('ships')
    .values({ userId: other.id, name: 'Ms Ander' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('crewInvitations')
    .values({
      ...{ shipId: ship.id, email: address, role: 'viewer', tokenHash: Buffer.from('2') },
      ...{ createdAt, expiresAt: createdAt },
    })
    .execute()
  await db
    .insertInto('mailSuppressions')
    .values({ email: address.toLowerCase(), reason: 'returned', at: createdAt })
    .execute()
  await db.deleteFrom('mails').execute()
  const mail = {
    replyTo: null,
    subject: words,
    textBody: words,
    htmlBody: words,
    createdAt,
    nextAttemptAt: createdAt,
  }
  await db
    .insertInto('mails')
    .values([
      { ...mail, messageId: 'sent', recipient: address },
      {
        ...{ ...mail, messageId: 'refused', recipient: address.toLowerCase(), lastError: `no ${address}` },
        ...{ setAsideAt: createdAt, setAsideBy: 'Anna de Vries', setAsideReason: words },
      },
      { ...mail, messageId: 'many', recipient: address, unsubscribeUrl: 'https://ship.example/?of=zwaantje' },
      { ...mail, messageId: 'us', recipient: null, replyTo: address },
      { ...mail, messageId: 'due', recipient: address, subject: 'Order confirmed soon' },
    ])
    .execute()
  const become = (status: 'sent' | 'failed', messageIds: string[]) =>
    db.updateTable('mails').set({ status }).where('messageId', 'in', messageIds).execute()
  await become('sent', ['sent', 'us'])
  await become('failed', ['refused'])
}

/** What their controllers reported, what they entered there, and what is left of one that is another's now. */
async function fillFleet({
  app,
  client,
  userId,
  at,
}: {
  app: TestApp
  client: TestClient
  userId: string
  at: Date
}) {
  const { db } = app.store
  const words = 'of zwaantje'
  const json = JSON.stringify({ words })
  const { claimKey, controllerId } = await createController(
    {
      ...{ store: app.store, clock: app.clock.now, secretKey: app.secretKey },
      randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    },
    { name: 'Box 1', location: 'Bow' },
  )
  expect((await client.post('/miners/claim', { claimKey })).status).toBe(200)
  await db.updateTable('controllers').set({ ipAddress: '10.9.8.76' }).execute()
  const past = `${controllerId}.1`
  await db
    .insertInto('controllers')
    .values({ id: past, name: words, ownerId: userId, claimKeyHash: Buffer.from('3'), claimedAt: at })
    .execute()
  for (const id of [controllerId, past]) {
    const miner = await db
      .insertInto('miners')
      .values({
        ...{
          controllerId: id,
          deviceKey: 'mac:1',
          name: words,
          called: words,
          notes: words,
          location: words,
          groupName: words,
        },
        detail: JSON.stringify({
          pools: [{ url: 'stratum://zwaantje.example', worker: words, active: true }],
        }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('minerMarks').values({ minerId: miner.id, pool: words }).execute()
    await db
      .insertInto('alerts')
      .values({
        ...{ controllerId: id, kind: 'offline', severity: 'info', raisedAt: at, detail: json },
        ...{ acknowledgedByKey: words, resolvedByKey: words },
      })
      .execute()
    await db
      .insertInto('changeLog')
      .values({ controllerId: id, at, kind: 'change', event: 'renamed', actorId: userId, detail: words })
      .execute()
    await db
      .insertInto('commands')
      .values({
        ...{
          id: crypto.randomUUID(),
          controllerId: id,
          action: 'pools',
          parameters: json,
          state: 'confirmed',
        },
        ...{ issuedBy: userId, issuedByKey: words, issuedAt: at, expiresAt: at, orderText: words },
      })
      .execute()
    await db.insertInto('powerEvents').values({ controllerId: id, at, kind: 'rule', rule: json }).execute()
    await sql`
      INSERT INTO power_5m (controller_id, bucket, seconds, generator_seconds, ship_seconds, mining_seconds, allowed_seconds, curtailed_seconds)
      VALUES (${id}, ${at}, 300, 0, 0, 0, 0, 0)`.execute(db)
    await db
      .insertInto('setAside')
      .values({
        ...{ controllerId: id, seq: 1, at, list: 'batch', rowCount: 1, reason: 'odd', content: json },
      })
      .execute()
  }
  await db
    .insertInto('strangers')
    .values({
      ...{ controllerId, key: '10.0.0.9', address: '10.9.8.76', guess: words, ports: '[]', name: words },
      ...{ firstSeenAt: at, lastSeenAt: at },
    })
    .execute()
  await db
    .insertInto('commissioningReports')
    .values({ controllerId, finishedAt: at, receivedAt: at, report: json })
    .execute()
  await db
    .insertInto('idempotencyKeys')
    .values({
      ...{ scope: `user:${userId}`, route: '/orders', key: 'k', bodyHash: Buffer.from('4') },
      ...{ answer: Buffer.from('5'), createdAt: at, expiresAt: at },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
