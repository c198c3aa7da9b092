import { randomUUID } from 'node:crypto'
import type { CommandState } from '@shipminer/domain/fleet/command'
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
    expect(trial.body.data.skippedMiners).toContainEqual({
      id: id('rests'),
      name: 'rests',
      controllerId: 'SM-AAAAAA',
      controllerName: 'Aurora',
      why: 'resting',
    })
    expect(await commands()).toEqual([])
    expect((await order(all)).body.data).toMatchObject(plan)
    const given = [{ minerId: miners.mines, action: 'restart', state: 'queued', byProvider: true }]
    expect(await commands()).toEqual(given)
    // The same once more, as after a line that dropped.
    expect((await order(all)).body.data).toMatchObject(plan)
    expect(await commands()).toEqual(given)
    expect((await service.get(`/desk/fleet/orders/${orderId}`)).body.data).toEqual({
      states: { queued: 1 },
      miners: [
        {
          id: id('mines'),
          name: 'mines',
          controllerId: 'SM-AAAAAA',
          controllerName: 'Aurora',
          state: 'queued',
          reason: null,
        },
      ],
      leftOut: 4,
      leftOutMiners: [],
      total: 1,
      perPage: 20,
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

  test('whom it left out, and why, is there for everybody at the desk afterwards, and not who got it after all', async () => {
    await consent(anna, true)
    const orderId = randomUUID()
    const all = { orderId, firmware: 'BOS' }
    const leftOut = async (query = '?state=left-out', client = service) =>
      (await client.get(`/desk/fleet/orders/${orderId}${query}`)).body.data
    await order({ ...all, isTrial: true })
    expect((await service.get(`/desk/fleet/orders/${orderId}`)).status).toBe(404)
    await order(all)
    const sales = testClient(app)
    await signUpProvenOperator(app, sales, 'sales')
    expect(await leftOut('?state=left-out', sales)).toEqual({
      states: { queued: 1 },
      leftOut: 4,
      miners: [],
      leftOutMiners: [
        { name: 'stopped', why: 'stopped' },
        { name: 'rests', why: 'resting' },
        { name: 'of-bert', why: 'no-consent', controllerId: 'SM-BBBBBB' },
        { name: 'silent', why: 'silent', controllerId: 'SM-CCCCCC' },
      ].map((miner) => expect.objectContaining({ ...miner, id: id(miner.name) })),
      total: 4,
      perPage: 20,
    })
    expect((await leftOut('?state=left-out&page=2')).leftOutMiners).toEqual([])
    expect(await leftOut('')).toMatchObject({ leftOut: 4, leftOutMiners: [], total: 1 })
    // The same once more, after one of them was released and another one stopped.
    await store().db.updateTable('miners').set({ stoppedAt: null }).where('name', '=', 'stopped').execute()
    await store()
      .db.updateTable('miners')
      .set({ stoppedAt: ago(0) })
      .where('name', '=', 'rests')
      .execute()
    await order(all)
    expect(await leftOut()).toMatchObject({
      states: { queued: 2 },
      leftOutMiners: [{ name: 'rests', why: 'stopped' }, { name: 'of-bert' }, { name: 'silent' }],
    })
    const nobody = randomUUID()
    await order({ orderId: nobody, minerIds: [id('of-bert')] })
    expect((await service.get(`/desk/fleet/orders/${nobody}?state=left-out`)).body.data).toMatchObject({
      ...{ states: {}, leftOut: 1, leftOutMiners: [{ name: 'of-bert', why: 'no-consent' }] },
    })
  })

  test('of an order of before that was kept nobody says that it left out none', async () => {
    await consent(anna, true)
    const orderId = randomUUID()
    await order({ orderId, firmware: 'BOS' })
    await store().db.deleteFrom('providerOrders').execute()
    for (const query of ['', '?state=left-out'])
      expect((await service.get(`/desk/fleet/orders/${orderId}${query}`)).body.data).toMatchObject({
        ...{ leftOut: null, leftOutMiners: [] },
      })
  })

  test('only to show itself is asked of a miner that rests', async () => {
    await consent(anna, true)
    const answer = await order({ action: 'locate', minerIds: [id('stopped'), id('rests')] })
    expect(answer.body.data).toMatchObject({ given: 2, skipped: {} })
  })

  test('of 120 miners each says where it is and why, a page at a time and by state', async () => {
    await consent(anna, true)
    for (let number = 1; number <= 120; number++) {
      const name = `many ${number}`
      miners[name] = await insertMiner(store().db, {
        controllerId: 'SM-AAAAAA',
        name,
        deviceKey: name,
        firmware: 'many',
      })
      miners[`${name} of bert`] = await insertMiner(store().db, {
        ...{ controllerId: 'SM-BBBBBB', name: `${name} of bert`, deviceKey: name, firmware: 'many' },
      })
    }
    const orderId = randomUUID()
    const { given, skippedMiners } = (await order({ orderId, firmware: 'many' })).body.data
    expect(given).toBe(120)
    expect(skippedMiners).toHaveLength(120)
    expect(new Set(skippedMiners.map(({ why }: { why: string }) => why))).toEqual(new Set(['no-consent']))
    const become = (name: string, state: CommandState, reason: string | null = null) =>
      store()
        .db.updateTable('commands')
        .set({ state, reason })
        .where('minerId', '=', miners[name] ?? 0)
        .execute()
    await become('many 7', 'refused', 'login')
    await become('many 9', 'expired', 'no-answer')
    await become('many 11', 'confirmed')
    await become('many 12', 'sent')
    await become('many 13', 'running')
    const progress = async (query = '') =>
      (await service.get(`/desk/fleet/orders/${orderId}${query}`)).body.data
    const names = ({ miners: rows }: { miners: { name: string }[] }) => rows.map(({ name }) => name)
    const first = await progress()
    expect(first).toMatchObject({
      states: { queued: 115, refused: 1, expired: 1, confirmed: 1, sent: 1, running: 1 },
      total: 120,
      perPage: 20,
    })
    expect(names(first)).toHaveLength(20)
    expect(names(await progress('?page=6'))).toHaveLength(20)
    expect(names(await progress('?page=7'))).toEqual([])
    expect((await progress('?state=failed')).miners).toMatchObject([
      { name: 'many 7', state: 'refused', reason: 'login', controllerId: 'SM-AAAAAA' },
      { name: 'many 9', state: 'expired', reason: 'no-answer' },
    ])
    expect(names(await progress('?state=sent'))).toEqual(['many 12', 'many 13'])
    expect(names(await progress('?state=confirmed'))).toEqual(['many 11'])
    const waiting = await progress('?state=waiting&page=6')
    expect(waiting).toMatchObject({ total: 115, states: { refused: 1 } })
    expect(names(waiting)).toHaveLength(15)
    for (const query of ['?state=refused', '?page=0', '?page=x'])
      expect((await service.get(`/desk/fleet/orders/${orderId}${query}`)).status).toBe(400)
    expect((await anna.get(`/desk/fleet/orders/${orderId}`)).body.code).toBe('forbidden')
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
      miners: [{ name: 'mines', state: 'cancelled', reason: 'consent-withdrawn' }],
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
