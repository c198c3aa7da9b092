import { expect, test } from 'vitest'
import { type TestApp, type TestClient, testClient } from '../../../../test/build-test-app.ts'
import { openEachDesk } from '../../../../test/each-desk.ts'
import { signUpProvenOperator } from '../../../../test/operator.ts'
import { placedOrder } from '../../../../test/place-order.ts'
import { receiveMoney } from '../../../../test/receive-money.ts'
import { describeEachEngine } from '../../../platform/db/testing.ts'
import { sweepOrders } from '../../orders/order-timers.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

describeEachEngine('the work of the day', ({ store }) => {
  let app: TestApp
  let operator: TestClient
  openEachDesk(store, (desk) => {
    ;({ app, operator } = desk)
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

  test('a lapsed order is brought back with one press while there is a box for it, and its buyer told', async () => {
    const setStock = (stock: number) =>
      store().db.updateTable('products').set({ stock }).where('id', '=', 'sm19').execute()
    await setStock(1)
    const buyer = testClient(app)
    const { order, withKey } = await placedOrder(buyer, { method: 'pay_on_delivery' })
    app.clock.advance(60 * dayMs)
    await sweepOrders(app.orderDeps)
    await signUpProvenOperator(app, operator)
    const read = async () => (await operator.get(`/desk/orders/${order.id}`)).body.data
    expect(await read()).toMatchObject({ order: { state: 'expired' }, actions: ['reinstate', 'book-bank'] })
    await setStock(0)
    const bringBack = () =>
      operator.post(`/desk/orders/${order.id}/actions`, { action: 'reinstate', reason: 'asked by telephone' })
    expect((await bringBack()).body.code).toBe('out-of-stock')
    expect((await read()).order.state).toBe('expired')
    await setStock(1)
    const answers = await Promise.all([bringBack(), bringBack()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const back = await read()
    expect(back).toMatchObject({
      order: { state: 'confirmed', payment: 'unpaid', expiresAt: null, totals: order.totals },
      audit: [{ action: 'order.reinstate', reason: 'asked by telephone' }],
    })
    expect(back.actions).toContain('schedule')
    const product = await store()
      .db.selectFrom('products')
      .select('stock')
      .where('id', '=', 'sm19')
      .executeTakeFirstOrThrow()
    expect(product.stock).toBe(0)
    const subjects = await store()
      .db.selectFrom('mails')
      .select('subject')
      .where('recipient', '=', 'anna@rederij.nl')
      .orderBy('id')
      .execute()
    expect(subjects.at(-1)?.subject).toBe(`Bestelling ${order.number} gaat toch door`)
    expect((await buyer.get(`/orders/${order.id}`, withKey)).body.data.order.state).toBe('confirmed')
    app.clock.advance(400 * dayMs)
    await sweepOrders(app.orderDeps)
    await signUpProvenOperator(app, operator)
    expect((await read()).order.state).toBe('confirmed')
  })

  test('a lapsed order by transfer is brought back with an invoice and a new time to pay, unless money of it has left', async () => {
    await store().db.updateTable('products').set({ stock: 3 }).where('id', '=', 'sm19').execute()
    const [bare, part, gone] = [
      await placedOrder(testClient(app)),
      await placedOrder(testClient(app)),
      await placedOrder(testClient(app)),
    ]
    app.clock.advance(14 * dayMs)
    await sweepOrders(app.orderDeps)
    await receiveMoney(app, part.order.id, 750_000)
    await receiveMoney(app, gone.order.id, 750_000)
    await signUpProvenOperator(app, operator)
    const read = async ({ order }: typeof bare) => (await operator.get(`/desk/orders/${order.id}`)).body.data
    const bringBack = ({ order }: typeof bare) =>
      operator.post(`/desk/orders/${order.id}/actions`, { action: 'reinstate', reason: 'asked by telephone' })
    expect((await read(gone)).actions).toContain('reinstate')
    const paidBack = {
      way: 'bank',
      proof: 'TR-88',
      on: dayFromNow(0),
      refundId: (await read(gone)).refunds[0].id,
    }
    await act(gone.order.id, { action: 'refund-paid', ...paidBack })
    expect((await read(gone)).actions).not.toContain('reinstate')
    expect((await bringBack(gone)).body.code).toBe('order-state-conflict')

    expect((await bringBack(bare)).status).toBe(200)
    expect((await bringBack(part)).status).toBe(200)
    expect(await read(bare)).toMatchObject({
      order: {
        state: 'placed',
        payment: 'pending',
        totals: bare.order.totals,
        expiresAt: new Date(app.clock.now() + 14 * dayMs).toISOString(),
      },
    })
    expect(await read(part)).toMatchObject({ order: { state: 'placed', payment: 'partially_paid' } })
    expect((await read(part)).refunds.filter(({ paidAt }: { paidAt: unknown }) => paidAt === null)).toEqual(
      [],
    )
    const mails = await store()
      .db.selectFrom('mails')
      .select(['subject', 'attachment', 'textBody'])
      .where('recipient', '=', 'anna@rederij.nl')
      .where('subject', 'like', '%gaat toch door')
      .orderBy('id')
      .execute()
    expect(mails.map(({ subject }) => subject)).toEqual([
      `Bestelling ${bare.order.number} gaat toch door`,
      `Bestelling ${part.order.number} gaat toch door`,
    ])
    for (const { attachment } of mails) expect(attachment).toMatch(/^invoice:/)
    expect(mails[0]?.textBody).toMatch(/17\.500,00 over|€\s17\.500,00/)
    expect(mails[1]?.textBody).toMatch(/€\s10\.000,00/)
    await receiveMoney(app, bare.order.id, 1_750_000)
    await receiveMoney(app, part.order.id, 1_750_000)
    for (const one of [bare, part])
      expect((await read(one)).order).toMatchObject({ state: 'confirmed', payment: 'paid' })
  })

  test('an order whose money was taken back comes before a person', async () => {
    const { order } = await placedOrder(testClient(app))
    const receive = (receivedCents: number) => receiveMoney(app, order.id, receivedCents)
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

  test('says since when the oldest of what is done in one go has waited, to those who may see it', async () => {
    const { db } = store()
    const none = { bank: null, ordersToPlan: null, payouts: null, mails: null, reports: null }
    expect((await today()).oldest).toEqual(none)
    const orders = [await placedOrder(testClient(app))]
    app.clock.advance(hourMs)
    await signUpProvenOperator(app, operator)
    orders.push(await placedOrder(testClient(app)))
    for (const { order } of orders) await receiveMoney(app, order.id, 1_750_000)
    const failed = new Date(app.clock.now() - 5 * dayMs)
    await db.updateTable('mails').set({ status: 'failed' }).execute()
    const { id } = await db.selectFrom('mails').select('id').limit(1).executeTakeFirstOrThrow()
    await db.updateTable('mails').set({ createdAt: failed }).where('id', '=', id).execute()
    await db
      .insertInto('bankEntries')
      .values(
        ['2026-04-03', '2026-04-01'].map((bookedOn, index) => ({
          entryKey: `e${index}`,
          statementId: 'S1',
          accountIban: 'NL91ABNA0417164300',
          bookedOn,
          amountCents: 100,
          currency: 'EUR',
          remittance: '',
          outcome: 'open' as const,
          why: 'unknown',
          importedAt: failed,
        })),
      )
      .execute()
    const { oldest } = await today()
    expect(oldest).toMatchObject({
      bank: Date.parse('2026-04-01'),
      ordersToPlan: Date.parse(orders[0]?.order.placedAt ?? ''),
      mails: failed.getTime(),
    })
    const service = testClient(app)
    await signUpProvenOperator(app, service, 'service')
    expect((await service.get('/desk/today')).body.data.oldest).toMatchObject({ bank: null, payouts: null })
  })

  test('what no table takes, and a box that was copied, come before who looks after boxes', async () => {
    const { db } = store()
    const at = new Date(app.clock.now() - hourMs)
    const later = new Date(app.clock.now())
    await operator.post('/desk/controllers', { name: 'Achterschip' })
    const { id } = await db.selectFrom('controllers').select('id').executeTakeFirstOrThrow()
    expect(await today()).toMatchObject({
      setAside: { entries: 0, since: null },
      doubtedBoxes: { boxes: 0, since: null, first: [] },
    })
    await db
      .insertInto('setAside')
      .values(
        [later, at].map((one, seq) => ({
          ...{
            controllerId: id,
            seq,
            at: one,
            list: 'samples',
            rowCount: 3,
            reason: 'too large',
            content: '[]',
          },
        })),
      )
      .execute()
    await db
      .insertInto('alerts')
      .values(
        (['key-shared', 'memory-restored'] as const).map((kind, index) => ({
          ...{ controllerId: id, kind, severity: 'warning' as const, clearedAt: at },
          raisedAt: index === 0 ? at : later,
        })),
      )
      .execute()
    expect(await today()).toMatchObject({
      setAside: { entries: 2, since: at.getTime() },
      doubtedBoxes: { boxes: 1, since: at.getTime(), first: [{ id, name: 'Achterschip' }] },
    })
    const read = async () => (await operator.get(`/desk/controllers?id=${id}`)).body.data.controllers[0]
    expect(await read()).toMatchObject({ keySharedAt: at.getTime(), memoryRestoredAt: later.getTime() })
    await db.updateTable('alerts').set({ status: 'resolved' }).where('kind', '=', 'key-shared').execute()
    expect(await read()).toMatchObject({ keySharedAt: null, memoryRestoredAt: later.getTime() })
    const bookkeeper = testClient(app)
    await signUpProvenOperator(app, bookkeeper, 'bookkeeper')
    expect((await bookkeeper.get('/desk/today')).body.data).toMatchObject({
      setAside: { entries: 0 },
      doubtedBoxes: { boxes: 0, first: [] },
    })
  })

  test('of more than are listed it says how many there are', async () => {
    const { db } = store()
    const at = app.clock.now()
    await db
      .insertInto('controllers')
      .values(
        Array.from({ length: 201 }, (_, index) => ({
          id: `SM-${100_000 + index}`,
          name: `Box ${index}`,
          claimKeyHash: Buffer.from(`key ${index}`),
          lastSeenAt: new Date(at - dayMs - index * 1000),
        })),
      )
      .execute()
    await db
      .insertInto('inquiries')
      .values(
        Array.from({ length: 203 }, (_, index) => ({
          kind: 'contact' as const,
          reference: `C-${String(index).padStart(8, '0')}`,
          email: `reader-${index}@schip.nl`,
          name: 'Otto',
          message: 'Past de box?',
          language: 'nl',
          createdAt: new Date(at - index * 1000),
          handledAt: index < 201 ? new Date(at) : null,
          nextContactOn: index < 201 ? dayFromNow(0) : null,
          stage: 'talking' as const,
        })),
      )
      .execute()
    const told = await today()
    expect(told.silentControllers).toHaveLength(200)
    expect(told.dueLeads).toHaveLength(200)
    expect(told).toMatchObject({
      totals: { silentControllers: 201, dueLeads: 201, installations: 0, unpaidOrders: 0, dueReports: 0 },
      openLeads: 2,
    })
    const bookkeeper = testClient(app)
    await signUpProvenOperator(app, bookkeeper, 'bookkeeper')
    expect((await bookkeeper.get('/desk/today')).body.data.totals).toMatchObject({
      silentControllers: 0,
      dueLeads: 0,
    })
  })

  test('orders, refunds and installations are counted whatever is listed of them', async () => {
    const placed = [await placedOrder(testClient(app)), await placedOrder(testClient(app))]
    for (const { order } of placed) {
      await receiveMoney(app, order.id, 1_750_000)
      await act(order.id, { action: 'schedule', on: dayFromNow(3) })
    }
    expect((await today()).totals).toMatchObject({ installations: 2, unpaidOrders: 0 })
    for (const { order } of placed) await receiveMoney(app, order.id, 1_760_000)
    expect(await today()).toMatchObject({ openRefunds: 2, openRefundCents: 20_000 })
    for (const { order } of placed) await receiveMoney(app, order.id, 0)
    expect((await today()).totals).toMatchObject({ installations: 2, unpaidOrders: 2 })
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
