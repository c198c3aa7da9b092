import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type TestApp, type TestClient, testClient } from '../../../../test/build-test-app.ts'
import { receive } from '../../../../test/chains/payout-owners.ts'
import { openEachDesk } from '../../../../test/each-desk.ts'
import { insertController } from '../../../../test/fleet-rows.ts'
import { signUpProvenOperator } from '../../../../test/operator.ts'
import { placedOrder, testBuyer } from '../../../../test/place-order.ts'
import { signUp } from '../../../../test/sign-in.ts'
import { describeEachEngine } from '../../../platform/db/testing.ts'

describeEachEngine('lists of the desk as files', ({ store }) => {
  let app: TestApp
  let operator: TestClient
  openEachDesk(store, (desk) => {
    ;({ app, operator } = desk)
  })
  const noted = () =>
    store()
      .db.selectFrom('deskAudit')
      .select(['action', 'subject', 'reason'])
      .where('action', 'like', '%.export')
      .orderBy('id')
      .execute()

  test('orders are taken out by filters or as chosen, and each time it is recorded', async () => {
    const jan = await placedOrder(testClient(app), { buyer: { ...testBuyer, firstName: 'Jan' } })
    const piet = await placedOrder(testClient(app), { buyer: { ...testBuyer, firstName: 'Piet' } })
    const all = (await operator.post('/desk/orders/export', {})).body.data
    expect(all).toMatchObject({ rows: 2, isWhole: true })
    const found = (await operator.post('/desk/orders/export', { search: 'piet', state: 'placed' })).body.data
    expect(found.csv).toContain(piet.order.number)
    expect(found.csv).not.toContain(jan.order.number)
    const chosen = (await operator.post('/desk/orders/export', { ids: [jan.order.id, 'x'] })).body.data
    expect(chosen.csv).toContain('Jan')
    expect(chosen.rows).toBe(1)
    expect(await noted()).toEqual([
      { action: 'orders.export', subject: 'order', reason: '2' },
      { action: 'orders.export', subject: 'order', reason: '1 · piet · placed' },
      { action: 'orders.export', subject: 'order', reason: '1' },
    ])
  })

  test('refunds are taken out whole, those to be paid or those that were, with the proof, and it is recorded', async () => {
    const take = async (status = 'paid') =>
      (await operator.post('/desk/refunds/export', { status })).body.data
    expect(await take()).toMatchObject({ rows: 0, isWhole: true })
    const { order } = await placedOrder(testClient(app), { buyer: { ...testBuyer, firstName: '=Jan' } })
    const act = async (body: object) => {
      const answer = await operator.post(`/desk/orders/${order.id}/actions`, { reason: 'as agreed', ...body })
      expect([body, answer.status]).toEqual([body, 200])
    }
    await act({ action: 'book-bank', amountCents: 1_750_000 })
    await act({ action: 'cancel' })
    // Still to be paid: not in the file of those that were.
    expect((await take()).rows).toBe(0)
    for (const status of ['open', 'unpaid'])
      expect(await take(status)).toMatchObject({
        rows: 1,
        csv: expect.stringMatching(/,17500\.00,[a-z-]+,[^,]+,,,,,\r\n$/),
      })
    const [refund] = (await operator.get('/desk/refunds')).body.data.refunds
    const on = new Date(app.clock.now()).toISOString().slice(0, 10)
    await act({ action: 'refund-paid', refundId: refund.id, way: 'bank', proof: 'MT-77', on })
    const file = await take()
    expect(file).toMatchObject({ rows: 1, isWhole: true })
    expect(file.csv).toContain(`\r\n${order.number},'=Jan `)
    expect(file.csv).toContain(`,17500.00,`)
    expect(file.csv).toContain(`,${on},bank,MT-77,Anna de Vries`)
    expect((await operator.post('/desk/refunds/export', { status: 'dropped' })).body.code).toBe(
      'invalid-request',
    )
    const line = { action: 'refunds.export', subject: 'refund' }
    const reasons = ['0 · paid', '0 · paid', '1 · open', '1 · unpaid', '1 · paid']
    expect(await noted()).toEqual(reasons.map((reason) => ({ ...line, reason })))
  })

  test('leads are taken out all of them, far beyond a page of the list, and it is recorded', async () => {
    const at = app.clock.now()
    await store()
      .db.insertInto('inquiries')
      .values(
        Array.from({ length: 1201 }, (_, index) => ({
          kind: 'contact' as const,
          reference: `C-${String(index).padStart(8, '0')}`,
          email: `reader-${index}@schip.nl`,
          name: null,
          message: 'Past de box?',
          language: 'nl',
          // Some at the same moment, where a page may end.
          createdAt: new Date(at - Math.floor(index / 3) * 1000),
        })),
      )
      .execute()
    const asked = await operator.post('/desk/leads/export', { status: 'all' })
    expect(asked.body.data).toMatchObject({ rows: 1201, isWhole: true })
    const addresses = asked.body.data.csv.match(/reader-\d+@schip\.nl/g)
    expect(new Set(addresses).size).toBe(1201)
    expect(addresses).toHaveLength(1201)
    expect((await operator.post('/desk/leads/export', { kind: 'custom' })).body.data.rows).toBe(0)
    const found = await operator.post('/desk/leads/export', { search: 'reader-1200' })
    expect(found.body.data.csv.match(/reader-\d+@schip\.nl/g)).toEqual(['reader-1200@schip.nl'])
    const { leads } = (await operator.get('/desk/leads?search=reader-1199')).body.data
    const chosen = await operator.post('/desk/leads/export', { ids: [leads[0].id, 'no-id'] })
    expect(chosen.body.data).toMatchObject({ rows: 1, csv: expect.stringContaining('reader-1199@schip.nl') })
    expect(await noted()).toEqual([
      { action: 'leads.export', subject: 'lead', reason: '1201 · all' },
      { action: 'leads.export', subject: 'lead', reason: '0 · custom · open' },
      { action: 'leads.export', subject: 'lead', reason: '1 · open · reader-1200' },
      { action: 'leads.export', subject: 'lead', reason: '1' },
    ])
  })

  test('customers, controllers and boxes are taken out as they are searched for, and it is recorded', async () => {
    const { db } = store()
    const { user } = await signUp(testClient(app))
    await db
      .updateTable('users')
      .set({ name: 'Zwaantje Bos', company: 'Bos B.V.' })
      .where('id', '=', user.id)
      .execute()
    await operator.post('/desk/controllers', { name: 'Achterschip' })
    const added = await operator.post('/desk/boxes', {
      product: 'sm19',
      serials: ['SM19-2411-0203', 'SM19-2411-0204'],
      state: 'built',
    })
    expect(added.status).toBe(200)
    const take = async (path: string, body: object) => {
      const answer = await operator.post(path, body)
      expect([path, answer.status, answer.body.data.isWhole]).toEqual([path, 200, true])
      return answer.body.data
    }
    expect((await take('/desk/customers/export', { search: 'zwa' })).csv).toContain(
      `Zwaantje Bos,Bos B.V.,${user.email},0,0,0,`,
    )
    expect((await take('/desk/controllers/export', { status: 'never-seen' })).csv).toMatch(
      /SM-\w+,Achterschip,,,never-seen,/,
    )
    expect((await take('/desk/controllers/export', { status: 'silent' })).rows).toBe(0)
    expect((await take('/desk/boxes/export', { product: 'sm19' })).csv).toMatch(
      /SM19-2411-0203,.*\r\nSM19-2411-0204,/,
    )
    expect(await noted()).toEqual([
      { action: 'customers.export', subject: 'customer', reason: '1 · zwa' },
      { action: 'controllers.export', subject: 'controller', reason: '1 · never-seen' },
      { action: 'controllers.export', subject: 'controller', reason: '0 · silent' },
      { action: 'boxes.export', subject: 'box', reason: '2 · sm19' },
    ])
  })

  test('miners of all owners and what owners are due are taken out by filters, and it is recorded', async () => {
    const { db } = store()
    const owner = testClient(app)
    const { user } = await signUp(owner)
    await db.updateTable('users').set({ name: 'Zwaantje Bos' }).where('id', '=', user.id).execute()
    await insertController(db, { id: 'SM-AAA222', name: 'Bow', ownerId: user.id })
    await sql`
      INSERT INTO miners (controller_id, device_key, name, make, model)
      SELECT 'SM-AAA222', 'key' || n, '=miner ' || n, 'Antminer', 'S' || (19 + n % 2) FROM generate_series(1, 1200) n`.execute(
      db,
    )
    const take = async (path: string, body: object) => {
      const answer = await operator.post(path, body)
      expect([path, answer.status, answer.body.data.isWhole]).toEqual([path, 200, true])
      return answer.body.data
    }
    await receive(store(), user.id, 200_000, new Date(app.clock.now()))
    const all = await take('/desk/fleet/export', {})
    expect(all.rows).toBe(1_200)
    const lines = all.csv.split('\r\n')
    expect(lines[1]).toMatch(/^\d+,'=miner 1,Antminer,S20,,SM-AAA222,Bow,,Zwaantje Bos,unknown,,,,,,,20/)
    expect(lines[1_200]).toContain("'=miner 1200,")
    const narrow = { health: 'unknown', make: 'Antminer', model: 'S19' }
    expect((await take('/desk/fleet/export', narrow)).rows).toBe(600)
    expect((await operator.post('/desk/fleet/export', { after: 3 })).body.code).toBe('invalid-request')
    const owners = await take('/desk/payouts/owners/export', { search: 'zwaan', standing: 'out' })
    expect(owners.rows).toBe(1)
    expect(owners.csv).toContain('Zwaantje Bos,,no-address,150000,200000,0,150000,0,,')
    const at = new Date(app.clock.now())
    await db
      .insertInto('payoutRuns')
      .values([
        { createdAt: at, createdBy: 'Anna', state: 'draft', totalSat: 150_000 },
        { createdAt: at, createdBy: '=Anna', state: 'cancelled', totalSat: 70_000 },
      ])
      .execute()
    expect((await take('/desk/payouts/runs/export', {})).rows).toBe(2)
    const ended = await take('/desk/payouts/runs/export', { state: 'cancelled' })
    expect(ended.csv.split('\r\n').slice(1)).toEqual([
      expect.stringMatching(/^\d+,cancelled,20[^,]*Z,'=Anna,0,70000,,$/),
      '',
    ])
    expect(await noted()).toEqual([
      { action: 'fleet.export', subject: 'fleet', reason: '1200' },
      { action: 'fleet.export', subject: 'fleet', reason: '600 · Antminer · S19 · unknown' },
      { action: 'owners.export', subject: 'owner', reason: '1 · zwaan · out' },
      { action: 'payouts.export', subject: 'payout', reason: '2' },
      { action: 'payouts.export', subject: 'payout', reason: '1 · cancelled' },
    ])
    const reader = testClient(app)
    await signUpProvenOperator(app, reader, 'sales')
    for (const list of ['payouts/owners', 'payouts/runs', 'bank'])
      expect((await reader.post(`/desk/${list}/export`, {})).body.code).toBe('role-required')
  })

  test('offers and faults are taken out by filters or as chosen, and it is recorded', async () => {
    const offer = {
      ...{ product: 'sm21', quantity: 2, unitGrossCents: 3_900_000, language: 'nl' },
      validUntil: new Date(app.clock.now() + 30 * 86_400_000).toISOString().slice(0, 10),
    }
    for (const lastName of ['=Bos', 'Smit'])
      await operator.post(
        '/desk/offers',
        { ...offer, buyer: { firstName: 'Jan', lastName, email: `${lastName.slice(-3)}@kade.nl` } },
        { headers: { 'idempotency-key': lastName } },
      )
    const take = async (path: string, body: object) => (await operator.post(path, body)).body.data
    const all = await take('/desk/offers/export', { state: 'open' })
    expect(all).toMatchObject({ rows: 2, isWhole: true })
    expect(all.csv).toContain(",Jan,'=Bos,,bos@kade.nl,Shipminer 21,2,39000.00,78000.00,")
    expect((await take('/desk/offers/export', { search: 'smit' })).rows).toBe(1)
    expect((await take('/desk/offers/export', { state: 'accepted' })).rows).toBe(0)
    const [{ id }] = (await operator.get('/desk/offers?search=bos')).body.data.offers
    expect((await take('/desk/offers/export', { ids: [id, 'no-id'] })).rows).toBe(1)

    const { db } = store()
    const owner = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    const at = new Date(app.clock.now())
    const report = { userId: owner.id, subject: 'power', data: '{}', openedAt: at, askedAt: at, movedAt: at }
    await db
      .insertInto('faultReports')
      .values([
        { ...report, reference: 'S-AAAAAAAA', shipName: 'Ms Aurora' },
        { ...report, reference: 'S-BBBBBBBB', state: 'closed', closedAt: at, outcome: 'no-fault' },
      ])
      .execute()
    const open = await take('/desk/service/export', { search: 'aurora' })
    expect(open).toMatchObject({
      rows: 1,
      csv: expect.stringMatching(/S-AAAAAAAA,power,waiting-for-us,,.*,Ms Aurora,/),
    })
    const [closed] = (await operator.get('/desk/service?filter=closed')).body.data.reports
    expect((await take('/desk/service/export', { ids: [closed.id] })).csv).toContain('S-BBBBBBBB')
    const of = (action: string, subject: string, reasons: string[]) =>
      reasons.map((reason) => ({ action, subject, reason }))
    expect(
      await db
        .selectFrom('deskAudit')
        .select(['action', 'subject', 'reason'])
        .where('action', 'in', ['offers.export', 'service.export'])
        .orderBy('id')
        .execute(),
    ).toEqual([
      ...of('offers.export', 'offer', ['2 · open', '1 · smit', '0 · accepted', '1']),
      ...of('service.export', 'service', ['1 · open · aurora', '1']),
    ])
  })

  test('who may only look takes out nothing', async () => {
    const reader = testClient(app)
    await signUpProvenOperator(app, reader, 'read-only')
    for (const list of [
      'orders',
      'refunds',
      'leads',
      'offers',
      'service',
      'customers',
      'controllers',
      'boxes',
      'fleet',
      'payouts/owners',
    ])
      expect((await reader.post(`/desk/${list}/export`, {})).body.code).toBe('role-required')
    expect((await testClient(app).post('/desk/leads/export', {})).status).toBe(401)
    expect(await noted()).toEqual([])
  })
})
