import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../../test/build-test-app.ts'
import { insertController, insertMiner, insertShip } from '../../../../test/fleet-rows.ts'
import { signUpProvenOperator } from '../../../../test/operator.ts'
import { signUp } from '../../../../test/sign-in.ts'
import { describeEachEngine, resetTestStore } from '../../../platform/db/testing.ts'
import { faultReportsJob } from '../fault-reports.job.ts'
import { keepBoardAnswer } from './diagnostics.service.ts'

const dayMs = 86_400_000

describeEachEngine('sets of diagnostics', ({ store }) => {
  let app: TestApp
  let service: TestClient
  let anna: TestClient
  const take = (boxes: string[], body: object = {}, client = service) =>
    client.post('/desk/diagnostics', {
      orderId: randomUUID(),
      boxes,
      reason: 'hash rate falls at night',
      ...body,
    })
  const list = async (query = '') => (await service.get(`/desk/diagnostics?${query}`)).body.data
  const consent = (providerConsent: boolean) => anna.call('PUT', '/user/profile', { providerConsent })

  beforeEach(async () => {
    app = await buildTestApp(store())
    service = testClient(app)
    await signUpProvenOperator(app, service, 'service')
    anna = testClient(app)
    const annaId = (await signUp(anna)).user.id
    const bertId = (await signUp(testClient(app))).user.id
    const { db } = store()
    const shipId = await insertShip(db, { userId: annaId, name: 'Ms Aurora' })
    const lastSeenAt = new Date(app.clock.now() - 1000)
    const box = (id: string, key: number, more: object) =>
      insertController(db, { id, claimKeyHash: Buffer.alloc(32, key), lastSeenAt, ...more })
    await box('SM-AAAAAA', 1, { ownerId: annaId, shipId })
    await box('SM-BBBBBB', 2, { ownerId: bertId })
    await box('SM-CCCCCC', 3, {})
    for (const [controllerId, name] of [
      ['SM-AAAAAA', 'port'],
      ['SM-AAAAAA', 'starboard'],
      ['SM-BBBBBB', 'of bert'],
    ] as const)
      await insertMiner(db, { controllerId, name, deviceKey: name, firmware: 'BOS' })
  })
  afterEach(async () => {
    await app.server.close()
    await resetTestStore(store())
  })

  test('is for service and the owner of the shop only', async () => {
    const sales = testClient(app)
    await signUpProvenOperator(app, sales, 'sales')
    for (const client of [testClient(app), anna, sales]) {
      const codes = [
        await client.get('/desk/diagnostics'),
        await client.get(`/desk/diagnostics/${randomUUID()}`),
        await take(['SM-AAAAAA'], {}, client),
      ].map(({ status }) => status)
      expect(new Set(codes)).toEqual(new Set([client === anna || client === sales ? 403 : 401]))
    }
    expect(await list()).toEqual({ sets: [], total: 0, perPage: 50 })
  })

  test('is taken of each box whose owner lets the provider act, once an order, and says of the others why not', async () => {
    const boxes = ['sm-aaaaaa', 'SM-AAAAAA', 'SM-BBBBBB', 'SM-CCCCCC', 'SM-NOBODY']
    const why = async (orderId: string) =>
      (await take(boxes, { orderId })).body.data.boxes.map(
        ({ id, setId, whyNot }: { id: string; setId: string | null; whyNot: string | null }) => [
          id,
          setId !== null,
          whyNot,
        ],
      )
    const others = [
      ['SM-BBBBBB', false, 'no-consent'],
      ['SM-CCCCCC', false, 'no-owner'],
      ['SM-NOBODY', false, 'unknown'],
    ]
    expect(await why(randomUUID())).toEqual([['SM-AAAAAA', false, 'no-consent'], ...others])
    expect((await list()).total).toBe(0)
    await consent(true)
    const orderId = randomUUID()
    expect(await why(orderId)).toEqual([['SM-AAAAAA', true, null], ...others])
    expect(await why(orderId)).toEqual([['SM-AAAAAA', true, null], ...others])
    const { sets, total } = await list()
    expect(total).toBe(1)
    expect(sets[0]).toMatchObject({
      kind: 'taken',
      shipName: 'Ms Aurora',
      boxes: ['SM-AAAAAA'],
      miners: 2,
      report: null,
      taken: { reason: 'hash rate falls at night' },
      keptUntil: sets[0].takenAt + 90 * dayMs,
    })
    expect(sets[0].bytes).toBeGreaterThan(200)
    await consent(false)
    expect(await why(randomUUID())).toEqual([['SM-AAAAAA', false, 'no-consent'], ...others])
  })

  test('what came with a fault report is listed with the others, found by ship, box, owner and number', async () => {
    await consent(true)
    await take(['SM-AAAAAA'])
    app.clock.advance(1000)
    const report = await anna.call(
      'POST',
      '/service/reports',
      { subject: 'low-hashrate', text: 'It makes less.' },
      { headers: { 'idempotency-key': randomUUID() } },
    )
    const { reference } = report.body.data
    const kinds = async (query: string) => (await list(query)).sets.map(({ kind }: { kind: string }) => kind)
    expect(await kinds('')).toEqual(['report', 'taken'])
    expect(await kinds('box=SM-AAAAAA')).toEqual(['report', 'taken'])
    expect(await kinds('box=SM-AAAAA')).toEqual([])
    expect(await kinds('kind=taken')).toEqual(['taken'])
    expect(await kinds(`search=${reference.toLowerCase()}`)).toEqual(['report'])
    expect(await kinds('search=aurora')).toEqual(['taken'])
    expect(await kinds('search=%25')).toEqual([])
    expect(await kinds('page=2')).toEqual([])
    const [first] = (await list('kind=report')).sets
    expect(first).toMatchObject({
      report: { reference, subject: 'low-hashrate', state: 'waiting-for-us' },
      boxes: ['SM-AAAAAA'],
      keptUntil: null,
    })
  })

  test('reading one is recorded once, shows its values and nothing of pools or accounts', async () => {
    await consent(true)
    const [{ setId }] = (await take(['SM-AAAAAA'])).body.data.boxes
    for (let look = 0; look < 2; look++) {
      const { data } = (await service.get(`/desk/diagnostics/${setId}`)).body
      expect(data.data.miners.map(({ name }: { name: string }) => name)).toEqual(['port', 'starboard'])
      expect(JSON.stringify(data)).not.toMatch(/@|stratum|bc1q/)
    }
    const { rows } = await sql<{ action: string; subject: string }>`
      SELECT action, subject FROM desk_audit WHERE action LIKE 'diagnostics.%' ORDER BY id`.execute(
      store().db,
    )
    expect(rows).toEqual([
      { action: 'diagnostics.take', subject: 'controller SM-AAAAAA' },
      { action: 'diagnostics.read', subject: 'controller SM-AAAAAA' },
    ])
    expect((await service.get(`/desk/diagnostics/${randomUUID()}`)).body.code).toBe('not-found')
    await sql`UPDATE diagnostic_sets SET data = '"odd"'`.execute(store().db)
    expect((await service.get(`/desk/diagnostics/${setId}`)).body.data).toMatchObject({
      data: null,
      set: { miners: 0 },
    })
  })

  test('the box is asked too: what it answers in time is kept once, from that box and while its owner has it', async () => {
    await consent(true)
    const { db } = store()
    const asked: string[] = []
    const stop = await store().listen('diagnose', (payload) => void asked.push(payload))
    const fresh = async () => (await take(['SM-AAAAAA'])).body.data.boxes[0].setId as string
    const read = async (id: string) => (await service.get(`/desk/diagnostics/${id}`)).body.data
    const board = (madeAt: number) => ({
      ...{ madeAt, minerCount: 1, miners: [{ key: 'mac:1', facts: [{ name: 'stale', value: 'false' }] }] },
      parts: [{ part: 'versions', facts: [{ name: 'controller', value: '1.4.0' }] }],
      log: [{ at: madeAt, level: 'info', text: 'uplink live' }],
    })
    const answer = (setId: string, from = 'SM-AAAAAA', madeAt = 1) =>
      keepBoardAnswer(db, from, { setId, board: board(madeAt) }, app.clock.now())

    const first = await fresh()
    await expect
      .poll(() => asked.map((payload) => JSON.parse(payload)))
      .toMatchObject([{ controllerId: 'SM-AAAAAA', askId: first }])
    const bytes = (await read(first)).set.bytes
    expect(await read(first)).toMatchObject({ set: { board: 'asked' }, board: null })
    await answer(first, 'SM-BBBBBB')
    await answer(randomUUID())
    expect((await read(first)).board).toBeNull()
    await answer(first)
    await answer(first, 'SM-AAAAAA', 2)
    expect(await read(first)).toMatchObject({ set: { board: 'stored' }, board: board(1) })
    expect((await read(first)).set.bytes).toBeGreaterThan(bytes)
    expect((await list()).sets[0]).toMatchObject({ board: 'stored' })

    const late = await fresh()
    app.clock.advance(61_000)
    expect((await read(late)).set.board).toBe('silent')
    app.clock.advance(61_000)
    await answer(late)
    expect((await read(late)).set.board).toBe('silent')

    const sold = await fresh()
    await db.updateTable('controllers').set({ ownerId: null }).where('id', '=', 'SM-AAAAAA').execute()
    await answer(sold)
    expect((await read(sold)).board).toBeNull()

    await sql`UPDATE diagnostic_sets SET board = '{"log": 1}' WHERE id = ${first}::uuid`.execute(db)
    expect(await read(first)).toMatchObject({ set: { board: 'stored' }, board: null })
    await sql`UPDATE diagnostic_sets SET board = NULL, board_asked = false`.execute(db)
    expect((await read(first)).set.board).toBe('none')
    await stop()
  })

  test('is deleted after 90 days, and with its owner', async () => {
    await consent(true)
    await take(['SM-AAAAAA'])
    const job = faultReportsJob({ store: store(), clock: () => app.clock.now() })
    const run = () => job.run({} as never)
    app.clock.advance(89 * dayMs)
    await run()
    const kept = () =>
      sql<{ count: number }>`SELECT count(*)::int AS count FROM diagnostic_sets`.execute(store().db)
    expect((await kept()).rows[0]?.count).toBe(1)
    app.clock.advance(2 * dayMs)
    await run()
    expect((await kept()).rows[0]?.count).toBe(0)
  })
})
