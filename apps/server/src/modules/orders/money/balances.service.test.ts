import { randomUUID } from 'node:crypto'
import type { Order } from '@shipminer/contract/shop/orders'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp, testClient } from '../../../../test/build-test-app.ts'
import { placedOrder } from '../../../../test/place-order.ts'
import { receiveMoney } from '../../../../test/receive-money.ts'
import { describeEachEngine } from '../../../platform/db/testing.ts'
import { payRefund } from '../desk/advance-order.service.ts'
import type { SourceBalance } from '../orders.port.ts'

const gross = 1_750_000

describeEachEngine('money of an order', ({ store }) => {
  let app: TestApp
  beforeAll(async () => {
    app = await buildTestApp(store(), { settings: { ORDERS_ENABLED: 'true', VIES_URL: 'off' } })
  })
  afterAll(() => app.server.close())

  const place = async (method = 'bank_transfer') => {
    const placed = await placedOrder(testClient(app), {
      method: method === 'bitcoin' ? 'bank_transfer' : method,
    })
    // No coin is set up here; the money arrives through the port all the same.
    if (method === 'bitcoin')
      await store()
        .db.updateTable('orders')
        .set({ method: 'bitcoin', payment: 'unpaid' })
        .where('id', '=', placed.order.id)
        .execute()
    return placed
  }
  const book = (orderId: string, change: Partial<SourceBalance>) => receiveMoney(app, orderId, 0, change)
  const read = async ({ order, withKey }: Awaited<ReturnType<typeof place>>): Promise<Order> =>
    (await testClient(app).get(`/orders/${order.id}`, withKey)).body.data.order
  const kinds = async (placed: Awaited<ReturnType<typeof place>>) => {
    const { events } = await read(placed)
    return events.map(({ kind }) => kind)
  }
  const refunds = (orderId: string) =>
    store()
      .db.selectFrom('refunds')
      .select(['amountCents', 'reason', 'status'])
      .where('orderId', '=', orderId)
      .orderBy('requestedAt')
      .execute()
  const mailsOf = (number: string) =>
    store()
      .db.selectFrom('mails')
      .select(['recipient', 'subject', 'attachment'])
      .where('subject', 'like', `%${number}%`)
      .orderBy('id')
      .execute()

  test('a transfer pays it: confirmed, mailed once, and the same again changes nothing', async () => {
    const placed = await place()
    const { id, number } = placed.order
    await book(id, { receivedCents: gross, note: 'for the provider alone' })
    await book(id, { receivedCents: gross })
    expect((await read(placed)).events.map(({ note }) => note)).toEqual([null, 'INV-2026-000001', null])
    expect(await read(placed)).toMatchObject({
      state: 'confirmed',
      payment: 'paid',
      remainingCents: 0,
      bank: null,
      expiresAt: null,
      can: { cancel: false, changeMethod: false },
    })
    expect(await kinds(placed)).toEqual(['place', 'invoice', 'pay'])
    const subjects = (await mailsOf(number)).map(({ recipient, subject }) => [recipient !== null, subject])
    expect(subjects).toHaveLength(4)
    expect(subjects[2]).toEqual([true, `Betaling ontvangen voor bestelling ${number}`])
  })

  test('in parts, and too much is to be given back', async () => {
    const placed = await place()
    const { id } = placed.order
    await book(id, { receivedCents: 1_000_000 })
    const part = await read(placed)
    expect(part).toMatchObject({ payment: 'partially_paid', state: 'placed', remainingCents: 750_000 })
    expect(part.bank?.epc).toContain('EUR7500.00')
    await book(id, { receivedCents: gross + 500 })
    expect(await read(placed)).toMatchObject({ payment: 'paid', remainingCents: -500 })
    expect(await refunds(id)).toEqual([{ amountCents: 500, reason: 'too-much', status: 'requested' }])
    await book(id, { receivedCents: gross })
    expect(await refunds(id)).toMatchObject([{ status: 'dropped' }])
  })

  test('coins are seen, settle, and go away again', async () => {
    const placed = await place('bitcoin')
    const { id } = placed.order
    const coin = (pendingCents: number, receivedCents: number) =>
      book(id, { source: 'intent:a', actor: 'watcher', pendingCents, receivedCents })
    await coin(gross, 0)
    expect(await read(placed)).toMatchObject({ payment: 'pending', state: 'placed', can: { cancel: false } })
    await coin(0, gross)
    expect(await read(placed)).toMatchObject({
      payment: 'paid',
      state: 'confirmed',
      invoiceNumber: expect.any(String),
    })
    await coin(gross, 0)
    expect(await read(placed)).toMatchObject({ payment: 'pending', state: 'confirmed' })
    await coin(0, 0)
    expect(await read(placed)).toMatchObject({ payment: 'unpaid', state: 'confirmed' })
    await coin(0, gross)
    expect(await read(placed)).toMatchObject({ payment: 'paid', state: 'confirmed' })
    const steps = (await kinds(placed)).filter((kind) => kind.includes('pay'))
    expect(steps).toEqual(['see-payment', 'pay', 'revert-payment', 'lose-payment', 'pay'])
  })

  test('what a reorganisation takes back and brings again is sent under the same id, the refund included', async () => {
    const placed = await place('bitcoin')
    const { id } = placed.order
    const endpoint = { id: randomUUID(), url: 'https://shop.example/hook', sealedSecret: Buffer.alloc(32) }
    await store()
      .db.insertInto('webhookEndpoints')
      .values({ ...endpoint, createdAt: new Date(app.clock.now()) })
      .execute()
    const messages = (type: string) =>
      store()
        .db.selectFrom('webhookDeliveries')
        .select(['id', 'status', 'round', 'body'])
        .where('endpointId', '=', endpoint.id)
        .where('type', '=', type)
        .execute()
    const coin = (pendingCents: number, receivedCents: number) =>
      book(id, { source: 'intent:a', actor: 'watcher', pendingCents, receivedCents })
    await coin(0, gross + 5_000)
    const [paid] = await messages('order.paid')
    const [asked] = await messages('refund.requested')
    await store().db.updateTable('webhookDeliveries').set({ status: 'delivered', round: 1 }).execute()
    await coin(gross + 5_000, 0)
    expect(await refunds(id)).toMatchObject([{ status: 'dropped' }])
    app.clock.advance(60_000)
    await coin(0, gross + 5_000)
    expect(await refunds(id)).toMatchObject([{ amountCents: 5_000, status: 'requested' }])
    expect(await messages('order.paid')).toMatchObject([{ id: paid?.id, status: 'queued', round: 0 }])
    expect(await messages('refund.requested')).toMatchObject([{ id: asked?.id, status: 'queued' }])
    expect((await messages('order.paid'))[0]?.body).not.toBe(paid?.body)
    // Another order has an id of its own.
    const other = await place('bitcoin')
    await book(other.order.id, { source: 'intent:b', actor: 'watcher', receivedCents: gross })
    expect(await messages('order.paid')).toHaveLength(2)
    await store().db.deleteFrom('webhookDeliveries').execute()
    await store().db.deleteFrom('webhookEndpoints').execute()
  })

  test('whatever comes, goes and comes again in other parts, who pays on each name once never pays more than was ever too much', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(0, 0, 3_000, 5_000, 8_000, 12_000), fc.boolean()), {
          minLength: 2,
          maxLength: 7,
        }),
        async (steps) => {
          const { order } = await place('bitcoin')
          const proof = { way: 'bank', reference: 'B-1', on: '2026-05-01', operator: 'Anna' } as const
          let most = 0
          for (const [over, isPaid] of steps) {
            app.clock.advance(60_000)
            const receivedCents = over === 0 ? 0 : gross + over
            await book(order.id, { source: 'intent:a', actor: 'watcher', receivedCents })
            most = Math.max(most, over)
            const standing = (await refunds(order.id)).filter(({ status }) => status !== 'dropped')
            const owed = standing.reduce((sum, { amountCents }) => sum + amountCents, 0)
            // What was paid back already may be more than is owed after the money has gone.
            const back = standing.filter(({ status }) => status === 'paid')
            expect(owed).toBe(
              Math.max(
                over,
                back.reduce((sum, { amountCents }) => sum + amountCents, 0),
              ),
            )
            const [open] = await store()
              .db.selectFrom('refunds')
              .select('id')
              .where('orderId', '=', order.id)
              .where('status', '=', 'requested')
              .execute()
            if (open && isPaid) await app.orders.payRefund(open.id, proof)
            const asked = await store()
              .db.selectFrom('orderEvents')
              .select('data')
              .where('orderId', '=', order.id)
              .where('kind', 'in', ['refund-requested', 'refund-paid'])
              .orderBy('id')
              .execute()
            // Paid as it was first asked for, or with what the provider says was paid.
            const paid = new Map<string, number>()
            for (const { data } of asked as {
              data: { refundId: string; amountCents: number; way?: string }
            }[])
              if (data.way !== undefined || !paid.has(data.refundId))
                paid.set(data.refundId, data.amountCents)
            expect([...paid.values()].reduce((sum, cents) => sum + cents, 0)).toBeLessThanOrEqual(most)
          }
        },
      ),
      { numRuns: 25 },
    )
  }, 60_000)

  test('money twice, by two ways: one pays, the other goes back', async () => {
    const placed = await place()
    const { id } = placed.order
    await book(id, { receivedCents: gross })
    await book(id, { source: 'intent:b', actor: 'watcher', receivedCents: gross })
    expect(await read(placed)).toMatchObject({ payment: 'paid', remainingCents: -gross })
    expect(await refunds(id)).toMatchObject([{ amountCents: gross }])
  })

  test('coins for an order that is paid by transfer wait for a person', async () => {
    const placed = await place()
    await book(placed.order.id, { source: 'intent:c', actor: 'watcher', receivedCents: gross })
    expect(await read(placed)).toMatchObject({ payment: 'pending', state: 'placed' })
    const subjects = (await mailsOf(placed.order.number)).map(({ subject }) => subject)
    expect(subjects).toContain(`Let op: onverwacht geld voor bestelling ${placed.order.number}`)
    await book(placed.order.id, { source: 'intent:c', actor: 'provider', receivedCents: gross + 1 })
    expect(await read(placed)).toMatchObject({ payment: 'paid', state: 'confirmed' })
  })

  test('money for a cancelled order goes back', async () => {
    const placed = await place()
    await testClient(app).post(`/orders/${placed.order.id}/cancel`, {}, placed.withKey)
    await book(placed.order.id, { receivedCents: 100 })
    expect(await read(placed)).toMatchObject({ state: 'cancelled', payment: 'refund_pending' })
    expect(await refunds(placed.order.id)).toMatchObject([{ amountCents: 100, reason: 'order-over' }])
  })

  test('money that comes after the end brings nothing back once money has left', async () => {
    const placed = await place()
    const { id } = placed.order
    await store()
      .db.updateTable('orders')
      .set({ state: 'expired', payment: 'unpaid' })
      .where('id', '=', id)
      .execute()
    await book(id, { receivedCents: 500_000 })
    const [first] = await store().db.selectFrom('refunds').selectAll().where('orderId', '=', id).execute()
    await book(id, { receivedCents: 700_000 })
    await payRefund(app.orderDeps, first?.id ?? '', {
      way: 'bank',
      reference: 'TR-1',
      on: '2026-11-01',
      operator: 'Ada',
    })
    await book(id, { receivedCents: gross })
    expect(await read(placed)).toMatchObject({ state: 'expired', payment: 'refund_pending' })
    const asked = await refunds(id)
    expect(asked.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(gross)
    expect(asked).toContainEqual({ amountCents: 500_000, reason: 'order-over', status: 'paid' })
  })

  test('what payments may see of it', async () => {
    const { order, orderKey } = await place()
    const { db } = store()
    const nobody = { userId: null, orderKey: null, ip: '192.0.2.1' }
    expect(await app.orders.payableOrder(db, order.id, nobody)).toBeNull()
    expect(await app.orders.payableOrder(db, order.id, { ...nobody, orderKey: 'x' })).toBeNull()
    expect(await app.orders.payableOrder(db, 'no id', { ...nobody, orderKey })).toBeNull()
    await book(order.id, { source: 'intent:x', actor: 'watcher', receivedCents: 5 })
    await book(order.id, { receivedCents: 7 })
    expect(await app.orders.payableOrder(db, order.id, { ...nobody, orderKey })).toMatchObject({
      number: order.number,
      grossCents: gross,
      receivedCents: 7,
      language: 'nl',
    })
  })

  test('whatever two sources say, in whatever order, the axis is where their sums put it, and events tell the same', async () => {
    const amount = fc.constantFrom(0, 0, 1, gross / 2, gross, gross + 1)
    const step = fc.record({
      source: fc.constantFrom('bank', 'intent:p'),
      pendingCents: amount,
      receivedCents: amount,
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const placed = await place('bitcoin')
        const { id } = placed.order
        const last = new Map<string, { pendingCents: number; receivedCents: number }>()
        for (const { source, ...balance } of steps) {
          const cents = source === 'bank' ? { ...balance, pendingCents: 0 } : balance
          last.set(source, cents)
          await book(id, { source, ...cents, actor: source === 'bank' ? 'provider' : 'watcher' })
        }
        const balances = [...last.values()]
        const received = balances.reduce((sum, { receivedCents }) => sum + receivedCents, 0)
        const pending = balances.reduce((sum, { pendingCents }) => sum + pendingCents, 0)
        const order = await read(placed)
        const expected =
          received >= gross ? 'paid' : received > 0 ? 'partially_paid' : pending > 0 ? 'pending' : 'unpaid'
        expect([order.payment, order.receivedCents]).toEqual([expected, received])
        const asked = (await refunds(id)).filter(({ status }) => status === 'requested')
        expect(asked.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(
          Math.max(0, received - gross),
        )
        const told = new Map<string, unknown>()
        const rows = await store()
          .db.selectFrom('orderEvents')
          .selectAll()
          .where('orderId', '=', id)
          .where('kind', '=', 'money')
          .orderBy('id')
          .execute()
        for (const { data } of rows) {
          const { source, ...balance } = data as { source: string }
          told.set(source, balance)
        }
        const stored = await store()
          .db.selectFrom('orderBalances')
          .selectAll()
          .where('orderId', '=', id)
          .execute()
        for (const { source, pendingCents, receivedCents } of stored)
          expect(told.get(source)).toEqual({ pendingCents, receivedCents })
      }),
      { numRuns: 25 },
    )
  })
})
