import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../../test/build-test-app.ts'
import { insertController, insertMiner } from '../../../../test/fleet-rows.ts'
import { signUpProvenOperator } from '../../../../test/operator.ts'
import { signUp } from '../../../../test/sign-in.ts'
import { describeEachEngine, resetTestStore } from '../../../platform/db/testing.ts'

describeEachEngine('orders of the provider to a fleet', ({ store }) => {
  let app: TestApp
  let service: TestClient
  let anna: TestClient
  let annaId = ''
  const miners: Record<string, number> = {}
  const ago = (ms: number) => new Date(app.clock.now() - ms)
  const consent = (client: TestClient, providerConsent: boolean) =>
    client.call('PUT', '/user/profile', { providerConsent })
  const order = (body: object, client = service) =>
    client.post('/desk/fleet/orders', {
      orderId: randomUUID(),
      action: 'restart',
      reason: 'asked by telephone',
      ...body,
    })
  const id = (name: string) => String(miners[name])
  beforeEach(async () => {
    app = await buildTestApp(store())
    service = testClient(app)
    await signUpProvenOperator(app, service, 'service')
    anna = testClient(app)
    annaId = (await signUp(anna)).user.id
    const bert = testClient(app)
    const bertId = (await signUp(bert)).user.id
    const { db } = store()
    await insertController(db, {
      id: 'SM-AAAAAA',
      claimKeyHash: Buffer.alloc(32, 1),
      ownerId: annaId,
      lastSeenAt: ago(1000),
    })
    await insertController(db, {
      id: 'SM-BBBBBB',
      claimKeyHash: Buffer.alloc(32, 2),
      ownerId: bertId,
      lastSeenAt: ago(1000),
    })
    await insertController(db, {
      id: 'SM-CCCCCC',
      claimKeyHash: Buffer.alloc(32, 3),
      ownerId: annaId,
      lastSeenAt: ago(3_600_000),
    })
    for (const [name, controllerId] of [
      ['mines', 'SM-AAAAAA'],
      ['stopped', 'SM-AAAAAA'],
      ['rests', 'SM-AAAAAA'],
      ['of-bert', 'SM-BBBBBB'],
      ['silent', 'SM-CCCCCC'],
    ] as const) {
      miners[name] = await insertMiner(db, { controllerId, name, deviceKey: name, firmware: 'BOS' })
      await sql`INSERT INTO miner_state (controller_id, miner_id, state, sampled_at, hashrate_ghs)
        VALUES (${controllerId}, ${miners[name]}, 'mining', ${ago(1000)}, 90000)`.execute(db)
    }
    await db
      .updateTable('miners')
      .set({ stoppedAt: ago(60_000) })
      .where('name', '=', 'stopped')
      .execute()
    await db
      .updateTable('miners')
      .set({ ruleTold: 'rest', ruleToldAt: ago(60_000) })
      .where('name', '=', 'rests')
      .execute()
  })
  afterEach(async () => {
    await app.server.close()
    await resetTestStore(store())
  })
  const commands = () =>
    store()
      .db.selectFrom('commands')
      .select(['minerId', 'action', 'state', 'byProvider'])
      .orderBy('minerId')
      .execute()

  test('nobody but those of service and the owner of the shop gives one, and no owner is bypassed', async () => {
    expect((await order({ minerIds: [id('mines')] }, testClient(app))).status).toBe(401)
    expect((await order({ minerIds: [id('mines')] }, anna)).body.code).toBe('forbidden')
    const sales = testClient(app)
    await signUpProvenOperator(app, sales, 'sales')
    expect((await order({ minerIds: [id('mines')] }, sales)).body.code).toBe('role-required')
    for (const body of [{ action: 'set-pools' }, { action: 'stop' }, { minerIds: [] }, { reason: '' }])
      expect((await order(body)).status).toBe(400)
    expect((await order({ minerIds: [id('mines'), id('of-bert')] })).body.data).toMatchObject({
      given: 0,
      skipped: { 'no-consent': 2 },
    })
    expect(await commands()).toEqual([])
  })

  test('with consent it reaches what runs; what its owner stopped, what rests and what is silent is left alone', async () => {
    await consent(anna, true)
    const orderId = randomUUID()
    const all = { orderId, firmware: 'BOS' }
    const plan = { given: 1, skipped: { 'no-consent': 1, stopped: 1, resting: 1, silent: 1 }, hasMore: false }
    const trial = await order({ ...all, isTrial: true })
    expect(trial.body.data).toMatchObject(plan)
    expect(trial.body.data.examples).toContainEqual({ id: id('rests'), name: 'rests', why: 'resting' })
    expect(await commands()).toEqual([])
    expect((await order(all)).body.data).toMatchObject(plan)
    const given = [{ minerId: miners.mines, action: 'restart', state: 'queued', byProvider: true }]
    expect(await commands()).toEqual(given)
    // The same once more, as after a line that dropped.
    expect((await order(all)).body.data).toMatchObject(plan)
    expect(await commands()).toEqual(given)
    expect((await service.get(`/desk/fleet/orders/${orderId}`)).body.data).toEqual({
      states: { queued: 1 },
      failed: [],
    })
    expect((await service.get(`/desk/fleet/orders/${randomUUID()}`)).status).toBe(404)

    const lines = await store()
      .db.selectFrom('deskAudit')
      .selectAll()
      .where('action', '=', 'fleet.restart')
      .execute()
    expect(lines).toMatchObject([{ subject: `owner ${annaId}`, reason: '1 · asked by telephone' }])
    const [entry] = (await anna.get('/mining/logs?kind=command')).body.data.entries
    expect(entry).toMatchObject({ event: 'restart', actor: null, byProvider: true })
    const [command] = (await anna.get(`/mining/miners/${id('mines')}/control`)).body.data.commands
    expect(command).toMatchObject({ action: 'restart', issuedBy: null, byProvider: true })
  })

  test('only to show itself is asked of a miner that rests', async () => {
    await consent(anna, true)
    const answer = await order({ action: 'locate', minerIds: [id('stopped'), id('rests')] })
    expect(answer.body.data).toMatchObject({ given: 2, skipped: {} })
  })

  test('what is taken back counts at once: nothing more is given, and what waits is cancelled', async () => {
    expect((await anna.get('/user/profile')).body.data.profile.providerConsent).toBeNull()
    await consent(anna, true)
    await consent(anna, true)
    const orderId = randomUUID()
    await order({ orderId, minerIds: [id('mines')] })
    app.clock.advance(1000)
    const { profile } = (await consent(anna, false)).body.data
    expect(profile.providerConsent).toEqual({ given: false, at: app.clock.now() })
    expect(await commands()).toMatchObject([{ state: 'cancelled' }])
    expect((await service.get(`/desk/fleet/orders/${orderId}`)).body.data).toMatchObject({
      states: { cancelled: 1 },
      failed: [{ name: 'mines', state: 'cancelled', reason: 'consent-withdrawn' }],
    })
    expect((await order({ minerIds: [id('mines')] })).body.data).toMatchObject({
      given: 0,
      skipped: { 'no-consent': 1 },
    })
    const { providerConsents } = (await anna.get('/user/data')).body.data
    expect(providerConsents.map(({ given }: { given: boolean }) => given)).toEqual([true, false])
    const shown = (await service.get(`/desk/customers/${annaId}`)).body.data
    expect(shown.person.providerConsent).toMatchObject({ given: false })
  })
})
