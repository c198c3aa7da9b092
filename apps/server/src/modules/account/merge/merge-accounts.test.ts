import { buildShip } from '@shipminer/testkit/fleet'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../../test/build-test-app.ts'
import { ethereumSigner, type Signer } from '../../../../test/chains/wallet-signers.ts'
import { signUpProvenOperator } from '../../../../test/operator.ts'
import { placedOrder } from '../../../../test/place-order.ts'
import { signUp, walletLogin } from '../../../../test/sign-in.ts'
import { describeEachEngine, resetTestStore } from '../../../platform/db/testing.ts'
import { createController } from '../../claims/create-controller.ts'
import { mergeRules } from './merge-rules.ts'

/** Where the id of an account that is gone stays, with the reason. */
const stillNamed = new Map([
  ['merged_accounts.former_id', 'so that the old id leads to the new one'],
  ['desk_audit.subject', 'the log is never changed'],
  ['desk_audit.reason', 'the log is never changed'],
])

describeEachEngine('two accounts of one person', ({ store }) => {
  let app: TestApp
  let operator: TestClient
  let [first, second]: [TestClient, TestClient] = [] as never
  let [firstSigner, secondSigner]: [Signer, Signer] = [] as never
  let [stays, goes] = ['', '']
  beforeEach(async () => {
    app = await buildTestApp(store(), { settings: { ORDERS_ENABLED: 'true', VIES_URL: 'off' } })
    ;[first, second, operator] = [testClient(app), testClient(app), testClient(app)]
    ;[firstSigner, secondSigner] = [ethereumSigner(), ethereumSigner()]
    stays = (await signUp(first, firstSigner)).user.id
    goes = (await signUp(second, secondSigner)).user.id
    await setUser(stays, { name: 'Anna Bos', email: 'anna@bos.nl' })
    await setUser(goes, { name: 'A. Bos', email: 'a.bos@werk.nl', phone: '+31 6 1' })
    await signUpProvenOperator(app, operator)
  })
  afterEach(async () => {
    await app.server.close()
    await resetTestStore(store())
  })
  const at = () => new Date(app.clock.now())
  const setUser = (
    id: string,
    change: { name?: string; email?: string | null; phone?: string; roles?: string[] },
  ) => store().db.updateTable('users').set(change).where('id', '=', id).execute()
  const preview = (id = stays, other = goes) =>
    operator.post(`/desk/customers/${id}/merge/preview`, { other })
  const merge = (name = 'A. Bos', change: Record<string, unknown> = {}) =>
    operator.post(`/desk/customers/${stays}/merge`, {
      other: goes,
      name,
      reason: 'Both wallets are hers, she says',
      ...change,
    })
  const merged = async () => {
    const answer = await merge()
    expect([answer.status, answer.body.code]).toEqual([200, undefined])
    return answer.body.data.merge
  }
  const receive = (userId: string, amountSat: number, reference: string) =>
    store()
      .db.insertInto('receipts')
      .values({
        ...{ userId, coin: 'BTC', amountSat, at: at(), source: 'provider' },
        ...{ paidTo: 'provider', reference, importedAt: at() },
      })
      .execute()
  const payOut = (userId: string, amountSat: number, txid: string) =>
    store()
      .db.insertInto('payouts')
      .values({ userId, amountSat, paidAt: at(), txid, recordedAt: at() })
      .execute()
  const setAddress = (userId: string, address: string, countsAt = at()) =>
    store()
      .db.insertInto('payoutAddressEvents')
      .values({ userId, kind: 'requested', address, at: at(), countsAt })
      .execute()
  const codeOf = async (answer: Promise<{ body: { code?: string } }>) => (await answer).body.code

  test('every column that names an account moves, or stays behind for a reason', async () => {
    const { rows } = await sql<{ name: string }>`
      SELECT t.relname || '.' || a.attname AS name FROM pg_attribute a JOIN pg_class t ON t.oid = a.attrelid
      WHERE t.relnamespace = current_schema()::regnamespace AND t.relkind IN ('r', 'p') AND a.attnum > 0 AND a.atttypid = 'uuid'::regtype AND (
        a.attname ~ '(user|owner|member|actor|person|proposed|assigned|(created|changed|issued|acknowledged|resolved)_by)'
        OR EXISTS (SELECT FROM pg_constraint f
          WHERE f.contype = 'f' AND f.conrelid = t.oid AND a.attnum = ANY (f.conkey) AND f.confrelid = 'users'::regclass))`.execute(
      store().db,
    )
    const ruled = mergeRules.map(({ table, column }) => `${table}.${column}`)
    expect(ruled.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
    expect(new Set(ruled).size).toBe(ruled.length)
  })

  test('all that belongs to the one is the other’s, and nothing names it but what has to', async () => {
    await second.post('/user/ships', buildShip({ name: 'Ms Aurora' }))
    const { claimKey } = await createController(
      {
        ...{ store: app.store, clock: app.clock.now, secretKey: app.secretKey },
        randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
      },
      { name: 'Box 1', location: 'Bow' },
    )
    await second.post('/miners/claim', { claimKey })
    const { order } = await placedOrder(second)
    await receive(stays, 1_000, 'r1')
    await receive(goes, 500, 'r2')
    await payOut(stays, 100, 'tx')
    await payOut(goes, 50, 'tx')
    await payOut(goes, 10, 'other')
    await operator.post(`/desk/customers/${goes}/notes`, { text: 'Calls on Fridays' })
    await store()
      .db.insertInto('pushSubscriptions')
      .values({ endpoint: 'https://push.example/1', userId: goes, keys: '{}', createdAt: at() })
      .execute()
    await store()
      .db.insertInto('firmwareFiles')
      .values({
        ...{ ownerId: goes, sha256: 'a'.repeat(64), name: 'f', family: 'axeos', model: 'm', version: '1' },
        ...{ bytes: 1, createdAt: at() },
      } as never)
      .execute()
    await store()
      .db.insertInto('firmwareParts')
      .values({ ownerId: goes, sha256: 'a'.repeat(64), startsAt: 0, content: Buffer.from('1') })
      .execute()
    await testClient(app).post('/inquiries/contact', {
      name: 'A',
      email: 'a.bos@werk.nl',
      message: 'Wat kost het?',
    })

    const asked = (await preview()).body.data.merge
    expect(await merged()).toEqual(asked)
    const counts = new Map(
      asked.moves.map(({ what, count }: { what: string; count: number }) => [what, count]),
    )
    expect(Object.fromEntries(counts)).toMatchObject({
      ...{ ships: 1, controllers: 1, orders: 1, receipts: 1, payouts: 1, wallets: 1 },
      ...{ notes: 1, push: 1, firmware: 1, messages: 1 },
    })
    expect(asked).toMatchObject({
      stays: { id: stays, name: 'Anna Bos', wallets: 1 },
      goes: { id: goes, name: 'A. Bos', wallets: 1 },
      losesEmail: true,
    })
    expect(asked.balanceSat).toBe((asked.stays.balanceSat ?? 0) + (asked.goes.balanceSat ?? 0))
    const payouts = await store()
      .db.selectFrom('payouts')
      .select(['userId', 'amountSat'])
      .orderBy('txid')
      .execute()
    expect(payouts.map(({ userId, amountSat }) => [userId, Number(amountSat)])).toEqual([
      [stays, 10],
      [stays, 150],
    ])
    expect((await first.get('/user/orders')).body.data.orders).toMatchObject([{ id: order.id }])
    expect((await first.get('/user/ships')).body.data.ships).toMatchObject([{ name: 'Ms Aurora' }])

    const { rows: tables } = await sql<{ name: string }>`
      SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'`.execute(store().db)
    const named = new Set<string>()
    for (const { name: table } of tables) {
      const { rows } = await sql<{ row: Record<string, unknown> }>`
        SELECT to_jsonb(t) AS row FROM ${sql.table(table)} t WHERE to_jsonb(t)::text LIKE ${`%${goes}%`}`.execute(
        store().db,
      )
      for (const { row } of rows)
        for (const [column, value] of Object.entries(row))
          if ((JSON.stringify(value) ?? '').includes(goes)) named.add(`${table}.${column}`)
    }
    expect([...named].filter((column) => !stillNamed.has(column))).toEqual([])
  })

  test('both wallets sign in to the one account, and the sessions of the other are over', async () => {
    await merged()
    expect((await second.get('/user/profile')).status).toBe(401)
    expect((await first.get('/user/profile')).status).toBe(200)
    for (const signer of [firstSigner, secondSigner]) {
      const { body } = await walletLogin(testClient(app), signer)
      expect(body.data.user.id).toBe(stays)
    }
  })

  test('the old id leads to the person, with what it was, and the log has both', async () => {
    await merged()
    const page = (await operator.get(`/desk/customers/${goes}`)).body.data
    expect(page.person).toMatchObject({ id: stays, name: 'Anna Bos', email: 'anna@bos.nl', phone: '+31 6 1' })
    expect(page.former).toMatchObject([{ id: goes, name: 'A. Bos', email: 'a.bos@werk.nl' }])
    const { entries } = (await operator.get('/desk/audit')).body.data
    expect(entries).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          action: 'customer.merge',
          subject: `customer ${stays}`,
          reason: `Both wallets are hers, she says · ${goes}`,
        }),
        expect.objectContaining({ action: 'customer.merged', subject: `customer ${goes}` }),
      ]),
    )
    // A second merge takes the history along.
    const third = testClient(app)
    const { user } = await signUp(third)
    await operator.post(`/desk/customers/${user.id}/merge`, {
      other: stays,
      name: 'Anna Bos',
      reason: 'also hers',
    })
    expect((await operator.get(`/desk/customers/${goes}`)).body.data.person.id).toBe(user.id)
  })

  test('where both have one, that of the account that stays holds; where it has none, the other’s does', async () => {
    const rule = (userId: string, limit: number) =>
      store()
        .db.insertInto('alertRules')
        .values({ userId, kind: 'hot', enabled: true, limit, forSeconds: 60 } as never)
        .execute()
    await rule(stays, 70)
    await rule(goes, 90)
    await setUser(stays, { email: null })
    const { dropped, losesEmail } = await merged()
    expect([dropped, losesEmail]).toEqual([[{ what: 'alertRules', count: 1 }], false])
    const rules = await store().db.selectFrom('alertRules').select(['userId', 'limit']).execute()
    expect(rules.map(({ userId, limit }) => [userId, Number(limit)])).toEqual([[stays, 70]])
    const { email } = await store()
      .db.selectFrom('users')
      .select('email')
      .where('id', '=', stays)
      .executeTakeFirstOrThrow()
    expect(email).toBe('a.bos@werk.nl')
  })

  test('a preview leaves nothing', async () => {
    const all = () => store().db.selectFrom('wallets').selectAll().orderBy('id').execute()
    const before = await all()
    await preview()
    expect(await all()).toEqual(before)
    expect((await second.get('/user/profile')).status).toBe(200)
  })

  test('is refused with words where it cannot be', async () => {
    expect(await codeOf(merge('Anna Bos'))).toBe('not-found')
    expect(await codeOf(preview(stays, stays))).toBe('merge-same-account')
    expect(await codeOf(preview(stays, crypto.randomUUID()))).toBe('not-found')
    expect((await testClient(app).post(`/desk/customers/${stays}/merge`, {})).status).toBe(401)
    for (const role of ['sales', 'bookkeeper'] as const) {
      const colleague = testClient(app)
      await signUpProvenOperator(app, colleague, role)
      expect(await codeOf(colleague.post(`/desk/customers/${stays}/merge/preview`, { other: goes }))).toBe(
        'role-required',
      )
    }
    await receive(stays, 5, 'same')
    await receive(goes, 5, 'same')
    expect(await codeOf(preview())).toBe('merge-receipts')
    await setAddress(stays, 'bc1qone')
    await setAddress(goes, 'bc1qtwo')
    expect(await codeOf(preview())).toBe('merge-payout-addresses')
    await setAddress(goes, 'bc1qone', new Date(app.clock.now() + 1_000))
    expect(await codeOf(preview())).toBe('merge-money-under-way')
    await setUser(goes, { roles: ['operator'] })
    expect(await codeOf(preview())).toBe('merge-of-operator')
  })

  test('who is deleted afterwards is forgotten under both addresses', async () => {
    await testClient(app).post('/inquiries/contact', {
      name: 'A',
      email: 'a.bos@werk.nl',
      message: 'Wat kost het?',
    })
    await merged()
    const body = { name: 'Anna Bos', reason: 'Asked by letter' }
    expect((await operator.post(`/desk/customers/${stays}/delete`, body)).status).toBe(200)
    expect(await store().db.selectFrom('inquiries').selectAll().execute()).toEqual([])
    expect(await store().db.selectFrom('mergedAccounts').selectAll().execute()).toEqual([])
  })

  test('two operators at once: one of them finds it done', async () => {
    const answers = await Promise.all([merge(), merge()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
  })
})
