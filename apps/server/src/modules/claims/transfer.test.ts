import { buildDeviceReport, buildSample } from '@shipminer/testkit/telemetry'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../test/build-test-app.ts'
import { insertShip } from '../../../test/fleet-rows.ts'
import { signUpOperator } from '../../../test/operator.ts'
import { signUp } from '../../../test/sign-in.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'
import { totpCode, totpStep } from '../operators/totp.ts'
import { createTelemetry } from '../telemetry/telemetry.service.ts'
import { createController } from './create-controller.ts'
import { forgetOwner } from './forget-owner.ts'

const dayMs = 86_400_000
const deviceKey = 'mac:02:00:00:00:01:01'
const oldPool = 'stratum+tcp://old-pool.example'

describeEachEngine('a controller goes to a new owner', ({ store, engine }) => {
  let app: TestApp
  let [before, after, operator]: TestClient[] = []
  let id = ''
  let oldKey = ''
  let email = ''
  let afterId = ''
  let seq = 0
  const as = (client: TestClient | undefined) => {
    if (!client) throw new Error('nobody signed up')
    return client
  }
  const read = async (client: TestClient | undefined, path: string) => {
    const answer = await as(client).get(path)
    expect([path, answer.status, answer.body.code]).toEqual([path, 200, undefined])
    return answer.body.data
  }
  const claim = (client: TestClient | undefined, claimKey: string) =>
    as(client).post('/miners/claim', { claimKey })
  const act = (action: string) =>
    as(operator).post(`/desk/controllers/${id}/actions`, { action, reason: 'the ship was sold' })
  const ingest = async (at: number, pool: string) => {
    seq += 1
    const device = buildDeviceReport({
      observedAt: at,
      identity: { key: deviceKey },
      detail: { pools: [{ url: pool, user: 'bc1qold.w', status: 'alive', active: true, priority: 0 }] },
    })
    const sample = buildSample({ deviceKey, sampledAt: at, uptimeSeconds: 60, acceptedShares: 3 })
    await createTelemetry(store()).ingestBatch({
      controllerId: id,
      clockOffsetMs: 0,
      receivedAt: at,
      batch: { seq, events: [], devices: [device], samples: [sample] },
    })
  }

  beforeEach(async () => {
    app = await buildTestApp(store())
    before = testClient(app)
    after = testClient(app)
    operator = testClient(app)
    email = (await signUp(before)).user.email
    afterId = (await signUp(after)).user.id
    const { secret } = await signUpOperator(app, operator)
    await operator.post('/desk/second-factor', { code: totpCode(secret, totpStep(app.clock.now())) })
    const made = await createController(
      {
        store: store(),
        secretKey: app.secretKey,
        randomBytes: (n) => crypto.getRandomValues(Buffer.alloc(n)),
        clock: app.clock.now,
      },
      { name: 'Aurora', location: null },
    )
    id = made.controllerId
    oldKey = made.claimKey
    seq = 0
    expect((await claim(before, oldKey)).status).toBe(200)
    for (const ago of [40 * dayMs, 2 * dayMs, 3_600_000, 0]) await ingest(app.clock.now() - ago, oldPool)
    const miner = await store().db.selectFrom('miners').select('id').executeTakeFirstOrThrow()
    await store().db.updateTable('miners').set({ name: 'Secret name', notes: 'Secret note' }).execute()
    const cause = {
      controllerId: id,
      minerId: miner.id,
      severity: 'critical',
      raisedAt: new Date(app.clock.now()),
    } as const
    await store()
      .db.insertInto('alerts')
      .values({ ...cause, kind: 'overheat' })
      .execute()
    const at = new Date(app.clock.now())
    const stranger = {
      address: '10.0.0.9',
      guess: null,
      ports: '[]',
      name: 'Secret printer',
      isWatched: true,
    }
    await store()
      .db.insertInto('strangers')
      .values({ ...stranger, controllerId: id, key: '10.0.0.9', firstSeenAt: at, lastSeenAt: at })
      .execute()
  })
  afterEach(async () => {
    await app.server.close()
    await resetTestStore(store())
  })

  test('nothing changes until the new owner claims; then the past stays with the old one', async () => {
    const revenue = await read(before, '/mining/revenue')
    const analysis = await read(before, '/mining/revenue/analysis')
    const started = await act('start-transfer')
    expect(started).toMatchObject({ status: 200, body: { data: { cardsPdfBase64: expect.any(String) } } })
    const { claimKey } = started.body.data.created
    expect((await read(before, '/dashboard/miners')).miners).toMatchObject([{ name: 'Secret name' }])
    expect((await read(operator, '/desk/controllers')).controllers).toMatchObject([
      { transferSince: app.clock.now() },
    ])
    const preview = async (client: TestClient | undefined) =>
      (await as(client).get(`/miners/claim-status/${claimKey}`)).body.data.status
    expect([await preview(before), await preview(after)]).toEqual(['claimed_by_you', 'available'])
    expect((await claim(before, claimKey)).status).toBe(200)
    expect((await claim(after, oldKey)).body.code).toBe('controller-already-claimed')

    app.clock.advance(300_000)
    expect(await claim(after, claimKey)).toMatchObject({
      status: 200,
      body: { data: { controllerId: id, name: 'Aurora' } },
    })
    expect(await read(before, '/mining/revenue')).toMatchObject({
      today: revenue.today,
      month: revenue.month,
    })
    expect((await read(before, '/mining/revenue/analysis')).days).toEqual(analysis.days)
    expect((await read(before, '/dashboard/miners')).miners).toEqual([])

    // The same device, with what it reports from now on.
    await ingest(app.clock.now(), 'stratum+tcp://new-pool.example')
    const { miners } = await read(after, '/dashboard/miners')
    expect(miners).toMatchObject([{ name: 'w', notes: null, alertCount: 0, acceptedShares: 3 }])
    const { id: minerId } = miners[0]
    const texts = [miners, await read(after, `/dashboard/miners/${minerId}/stats`)]
    for (const hours of [2, 24, 24 * 60]) {
      const { points } = await read(after, `/mining/miners/${minerId}/performance?hours=${hours}`)
      const shares = points.map((point: { acceptedShares: number | null }) => point.acceptedShares)
      expect([hours, shares.filter((accepted: number | null) => accepted !== null)]).toEqual([hours, [3]])
    }
    const shipId = await insertShip(store().db, { userId: afterId })
    await store().db.updateTable('controllers').set({ shipId }).where('id', '=', id).execute()
    const all = JSON.stringify([
      ...texts,
      await read(after, `/mining/ships/${shipId}/strangers`),
      await read(after, '/mining/revenue'),
      await read(after, '/mining/alerts'),
    ])
    for (const secret of ['old-pool', 'Secret', 'overheat', email]) expect(all).not.toContain(secret)
    const { rows } = await sql<{ old: number }>`
      SELECT count(*)::int AS old FROM miner_1d WHERE controller_id = ${id} AND day < '2026-05-01'`.execute(
      store().db,
    )
    expect(rows).toEqual([{ old: 0 }])

    expect((await claim(before, oldKey)).body.code).toBe('claim-key-not-found')
    const mails = await store()
      .db.selectFrom('mails')
      .select(['recipient', 'subject'])
      .where('messageId', 'like', 'transfer.%')
      .execute()
    expect(mails).toEqual([
      { recipient: email, subject: expect.stringContaining('Aurora') },
      { recipient: email, subject: expect.stringContaining('Aurora') },
    ])
    expect((await read(operator, '/desk/audit')).entries[0]).toMatchObject({
      action: 'controller.start-transfer',
      reason: 'the ship was sold',
    })
  })

  test('taken from its owner, it leaves them their past, and whoever claims it sees nothing of it', async () => {
    const revenue = await read(before, '/mining/revenue')
    const told = vi.spyOn(store(), 'notify')
    const { claimKey } = (await act('release-owner')).body.data.created
    expect(told).toHaveBeenCalledWith('power_settings', id, expect.anything())
    expect(await read(before, '/mining/revenue')).toMatchObject({
      today: revenue.today,
      month: revenue.month,
    })
    expect((await read(before, '/dashboard/miners')).miners).toEqual([])
    app.clock.advance(300_000)
    expect((await claim(after, claimKey)).status).toBe(200)
    await ingest(app.clock.now(), 'stratum+tcp://new-pool.example')
    const all = JSON.stringify([
      await read(after, '/dashboard/miners'),
      await read(after, '/mining/alerts'),
      await read(after, '/mining/logs'),
      await read(after, '/mining/revenue'),
    ])
    for (const secret of ['old-pool', 'Secret', 'overheat', email]) expect(all).not.toContain(secret)
    expect((await claim(before, oldKey)).body.code).toBe('claim-key-not-found')
  })

  test('it goes on to others after the account of an earlier owner has ended', async () => {
    const [third, fourth] = [testClient(app), testClient(app)]
    for (const client of [third, fourth]) await signUp(client)
    const go = async (to: TestClient | undefined) => {
      const { claimKey } = (await act('start-transfer')).body.data.created
      app.clock.advance(60_000)
      return (await claim(to, claimKey)).status
    }
    const owner = store().db.selectFrom('controllers').select('ownerId').where('id', '=', id)
    const { ownerId } = await owner.executeTakeFirstOrThrow()
    expect([await go(after), await go(third)]).toEqual([200, 200])
    const left = { store: store(), clock: app.clock.now }
    await store()
      .db.transaction()
      .execute((trx) => forgetOwner(left, trx, ownerId ?? ''))
    expect(await go(fourth)).toBe(200)
    const kept = store().db.selectFrom('controllers').select('id').orderBy('id')
    expect((await kept.execute()).map((one) => one.id)).toEqual([id, `${id}.2`, `${id}.3`])
  })

  test('of two that claim at once one is the owner', async () => {
    const { claimKey } = (await act('start-transfer')).body.data.created
    const other = testClient(app)
    await signUp(other)
    const answers = await Promise.all([claim(after, claimKey), claim(other, claimKey)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  // The embedded engine runs one transaction at a time.
  test.skipIf(engine === 'embedded')('the account of the old owner can end meanwhile', async () => {
    const claimKey = (await act('start-transfer')).body.data.created.claimKey
    const { db } = store()
    let claimed: ReturnType<typeof claim> | undefined
    await db.transaction().execute(async (trx) => {
      await sql`SELECT FROM users WHERE lower(email) = ${email.toLowerCase()} FOR UPDATE`.execute(trx)
      claimed = claim(after, claimKey)
      await vi.waitFor(async () => {
        const { rows } = await sql`
          SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(
          db,
        )
        expect(rows).toHaveLength(1)
      })
      await sql`SELECT FROM controllers WHERE id = ${id} FOR UPDATE NOWAIT`.execute(trx)
    })
    expect((await claimed)?.status).toBe(200)
  })

  test('cancelled, the key is worth nothing; a transfer needs an owner', async () => {
    expect((await act('cancel-transfer')).body.code).toBe('controller-not-transferable')
    const { claimKey } = (await act('start-transfer')).body.data.created
    const second = (await act('start-transfer')).body.data.created.claimKey
    expect((await claim(after, claimKey)).body.code).toBe('claim-key-not-found')
    expect((await act('cancel-transfer')).status).toBe(200)
    expect((await claim(after, second)).body.code).toBe('claim-key-not-found')
    await act('release-owner')
    expect(await store().db.selectFrom('strangers').selectAll().execute()).toEqual([])
    expect((await act('start-transfer')).body.code).toBe('controller-not-transferable')
  })
})
