import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../test/build-test-app.ts'
import { signUpProvenOperator } from '../../../test/operator.ts'
import { placedOrder } from '../../../test/place-order.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

describeEachEngine('the work of the day', ({ store }) => {
  let app: TestApp
  let operator: TestClient
  beforeEach(async () => {
    app = await buildTestApp(store(), { settings: { ORDERS_ENABLED: 'true', VIES_URL: 'off' } })
    operator = testClient(app)
    await signUpProvenOperator(app, operator)
  })
  afterEach(async () => {
    await app.server.close()
    await resetTestStore(store())
  })
  const today = async () => (await operator.get('/desk/today')).body.data
  const act = async (id: string, body: object) => {
    const answer = await operator.post(`/desk/orders/${id}/actions`, { reason: 'as agreed', ...body })
    expect([answer.status, answer.body.code]).toEqual([200, undefined])
  }
  const dayFromNow = (days: number) => new Date(app.clock.now() + days * dayMs).toISOString().slice(0, 10)

  test('an order is owed, then to be planned, then among the coming installations', async () => {
    const { order } = await placedOrder(testClient(app))
    expect(await today()).toMatchObject({
      ordersToPlan: { count: 0, grossCents: 0, first: [] },
      receivableCents: 1_750_000,
    })
    await act(order.id, { action: 'book-bank', amountCents: 1_750_000 })
    expect(await today()).toMatchObject({
      ordersToPlan: {
        count: 1,
        grossCents: 1_750_000,
        first: [{ id: order.id, number: order.number, buyerName: 'Anna de Vries' }],
      },
      receivableCents: 0,
      installations: [],
    })
    await act(order.id, { action: 'schedule', on: dayFromNow(3) })
    expect(await today()).toMatchObject({
      ordersToPlan: { count: 0 },
      installations: [{ id: order.id, on: dayFromNow(3), lines: [{ quantity: 1 }] }],
    })
    await act(order.id, { action: 'schedule', on: dayFromNow(40) })
    expect((await today()).installations).toEqual([])
  })

  test('an order at delivery comes before a person when it is about to lapse, and when it is fitted and not paid', async () => {
    const { order } = await placedOrder(testClient(app), { method: 'pay_on_delivery' })
    const unpaid = async () => (await today()).unpaidOrders
    const known = {
      id: order.id,
      number: order.number,
      buyerName: 'Anna de Vries',
      remainingCents: 1_750_000,
    }
    app.clock.advance(46 * dayMs - hourMs)
    await signUpProvenOperator(app, operator)
    expect(await unpaid()).toEqual([])
    app.clock.advance(hourMs)
    await signUpProvenOperator(app, operator)
    const lapsesAt = Date.parse(order.placedAt) + 60 * dayMs
    expect(await unpaid()).toEqual([{ ...known, why: 'lapses', at: lapsesAt }])
    await act(order.id, { action: 'agree' })
    expect(await unpaid()).toEqual([])
    const again = await operator.post(`/desk/orders/${order.id}/actions`, {
      action: 'agree',
      reason: 'once more',
    })
    expect(again.body.code).toBe('order-state-conflict')
    expect((await today()).ordersToPlan.count).toBe(1)
    await act(order.id, { action: 'schedule', on: dayFromNow(0) })
    expect(await unpaid()).toEqual([])
    await act(order.id, { action: 'install' })
    expect(await unpaid()).toEqual([{ ...known, why: 'installed', at: app.clock.now() }])
    await act(order.id, { action: 'book-bank', amountCents: 1_750_000 })
    expect(await unpaid()).toEqual([])
  })

  test('an order whose money was taken back comes before a person', async () => {
    const { order } = await placedOrder(testClient(app))
    const receive = (receivedCents: number) =>
      store()
        .db.transaction()
        .execute((trx) =>
          app.orders.setSourceBalance(trx, {
            orderId: order.id,
            source: 'bank',
            pendingCents: 0,
            receivedCents,
            actor: 'system',
            note: null,
            at: new Date(app.clock.now()),
          }),
        )
    await receive(1_750_000)
    expect((await today()).unpaidOrders).toEqual([])
    await receive(0)
    expect(await today()).toMatchObject({
      ordersToPlan: { count: 0 },
      unpaidOrders: [{ id: order.id, why: 'on-hold', remainingCents: 1_750_000 }],
    })
  })

  test('a question is fresh for a day and stale from then on', async () => {
    await testClient(app).post('/inquiries/contact', {
      name: 'Otto',
      email: 'otto@schip.nl',
      message: 'Past de box?',
      language: 'nl',
    })
    expect(await today()).toMatchObject({ staleLeads: [], freshLeads: [{ name: 'Otto' }], openLeads: 1 })
    const { db } = store()
    await db
      .updateTable('inquiries')
      .set({ createdAt: new Date(app.clock.now() - dayMs - 1) })
      .execute()
    expect(await today()).toMatchObject({ staleLeads: [{ name: 'Otto' }], freshLeads: [], openLeads: 1 })
  })

  test('work is taken, taken over, and given back by who has it; each is a line of the log', async () => {
    const other = testClient(app)
    await signUpProvenOperator(app, other)
    const claim = async (client: TestClient, taken: boolean) =>
      (await client.post('/desk/jobs/lead:17/claim', { taken })).body.data.claims
    const mine = { job: 'lead:17', name: 'Anna de Vries', mine: true, at: app.clock.now() }
    expect(await claim(operator, true)).toEqual([mine])
    expect(await claim(other, false)).toEqual([{ ...mine, mine: false }])
    expect(await claim(other, true)).toEqual([mine])
    expect((await today()).claims).toEqual([{ ...mine, mine: false }])
    expect(await claim(other, false)).toEqual([])
    const { entries } = (await operator.get('/desk/audit')).body.data
    expect(
      entries
        .map(({ action, subject }: { action: string; subject: string }) => `${action} ${subject}`)
        .filter((line: string) => line.startsWith('job')),
    ).toEqual(['job.leave job lead:17', 'job.take job lead:17', 'job.take job lead:17'])
    expect((await operator.post('/desk/jobs/Nonsense%20x/claim', { taken: true })).status).toBe(400)
  })
})
