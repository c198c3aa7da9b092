import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, testClient } from '../../../test/build-test-app.ts'
import { orderColumns } from '../../../test/order-columns.ts'
import { placedOrder } from '../../../test/place-order.ts'
import { receiveMoney } from '../../../test/receive-money.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'
import { awaitJobLease } from '../../platform/jobs/job-lease.ts'
import { advanceOrder, noteBuilding } from './desk/advance-order.service.ts'
import { sweepOrders } from './order-timers.ts'
import type { OrderDeps } from './orders.deps.ts'
import { type Advance, type OrderPayments, statementImportJob } from './orders.port.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000

describeEachEngine('the timers of orders', ({ store }) => {
  let app: TestApp
  let deps: OrderDeps
  let payments: OrderPayments
  beforeEach(async () => {
    payments = {
      cryptoOffers: async () => [],
      refundCoins: async () => [],
      parseRefundAddress: async () => null,
      isMoneyOnItsWay: async () => false,
      cancelOpenIntent: async () => true,
      intentIds: async () => new Map(),
    }
    app = await buildTestApp(store(), { settings: { ORDERS_ENABLED: 'true', VIES_URL: 'off' } })
    deps = { ...app.orderDeps, payments }
    await store().db.updateTable('products').set({ stock: 3 }).where('id', '=', 'sm19').execute()
  })
  afterEach(async () => {
    await app.server.close()
    await resetTestStore(store())
  })

  const place = async (method: string) => {
    const { order } = await placedOrder(testClient(app), {
      method: method === 'bitcoin' ? 'bank_transfer' : method,
    })
    if (method === 'bitcoin')
      await store()
        .db.updateTable('orders')
        .set({ method: 'bitcoin', payment: 'unpaid', expiresAt: new Date(app.clock.now() + 72 * hourMs) })
        .where('id', '=', order.id)
        .execute()
    return order.id
  }
  const after = async (ms: number) => {
    app.clock.advance(ms)
    await sweepOrders(deps)
  }
  const stateOf = async (id: string) =>
    (await store().db.selectFrom('orders').select('state').where('id', '=', id).executeTakeFirstOrThrow())
      .state
  const stock = async () =>
    (
      await store()
        .db.selectFrom('products')
        .select('stock')
        .where('id', '=', 'sm19')
        .executeTakeFirstOrThrow()
    ).stock
  const subjects = async () =>
    (await store().db.selectFrom('mails').select('subject').orderBy('id').execute()).map(
      ({ subject }) => subject,
    )

  test('a transfer: reminded once after 7 days, ended after 14, its stock free and its invoice taken back', async () => {
    const id = await place('bank_transfer')
    await after(7 * dayMs - 1)
    expect(await subjects()).toHaveLength(2)
    await after(1)
    await after(hourMs)
    expect((await subjects()).slice(2)).toEqual([
      'Herinnering: bestelling SM-2026-000001 wacht op uw betaling',
    ])
    await after(7 * dayMs - hourMs - 1)
    expect(await stateOf(id)).toBe('placed')
    await after(1)
    expect([await stateOf(id), await stock()]).toEqual(['expired', 3])
    await after(dayMs)
    expect(await stock()).toBe(3)
    expect((await subjects()).slice(3)).toEqual([
      'Bestelling SM-2026-000001 is vervallen',
      'Bestelling SM-2026-000001 is vervallen',
    ])
    expect(await store().db.selectFrom('invoices').select('kind').orderBy('sequence').execute()).toEqual([
      { kind: 'invoice' },
      { kind: 'credit' },
    ])
  })

  test('coins: ended after 72 hours, without a reminder', async () => {
    const id = await place('bitcoin')
    await after(72 * hourMs - 1)
    expect(await stateOf(id)).toBe('placed')
    await after(1)
    expect([await stateOf(id), await stock()]).toEqual(['expired', 3])
  })

  test('one order that cannot be looked at leaves the others their end', async () => {
    const ids = [await place('bitcoin'), await place('bitcoin'), await place('bitcoin')]
    payments.isMoneyOnItsWay = async (_, id) => {
      if (id === ids[0]) throw new Error('what is stored of it cannot be read')
      return false
    }
    await expect(after(80 * hourMs)).rejects.toThrow(`order ${ids[0]}`)
    expect(await Promise.all(ids.map(stateOf))).toEqual(['placed', 'expired', 'expired'])
  })

  test('many orders that cannot be looked at leave the one behind them its end', async () => {
    const id = await place('bitcoin')
    const columns = await orderColumns(store().db)
    await sql`
      INSERT INTO orders (${columns}) SELECT ${columns} FROM (SELECT (jsonb_populate_record(o, jsonb_build_object(
        'id', ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'number', 'SM-BAD-' || n,
        'key_hash', '\\x' || md5(n::text), 'bank_reference', 'RF00BAD' || n))).*
      FROM orders o, generate_series(1, 50) n WHERE o.id = ${id}) many`.execute(store().db)
    payments.isMoneyOnItsWay = async (_, looked) => {
      if (looked !== id) throw new Error('what is stored of it cannot be read')
      return false
    }
    await expect(after(80 * hourMs)).rejects.toThrow('50 of 51 failed')
    expect(await stateOf(id)).toBe('expired')
  })

  describe('at delivery', () => {
    const advance = (id: string, advance: Partial<Advance>) =>
      store()
        .db.selectFrom('orders')
        .select('number')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
        .then(({ number }) =>
          advanceOrder(deps, number, { event: 'agree', on: null, note: null, ...advance }),
        )
    const mails = () =>
      store().db.selectFrom('mails').select(['recipient', 'subject']).orderBy('id').execute()

    test('what nobody plans: buyer and provider told once after 46 days, ended after 60, its box free', async () => {
      const id = await place('pay_on_delivery')
      await after(46 * dayMs - 1)
      expect(await mails()).toHaveLength(2)
      await after(1)
      await after(13 * dayMs)
      expect((await mails()).slice(2)).toEqual([
        { recipient: 'anna@rederij.nl', subject: 'Bestelling SM-2026-000001: nog geen dag voor de inbouw' },
        { recipient: null, subject: expect.stringContaining('SM-2026-000001 vervalt op') },
      ])
      await after(dayMs - 1)
      expect([await stateOf(id), await stock()]).toEqual(['confirmed', 2])
      await after(1)
      expect([await stateOf(id), await stock()]).toEqual(['expired', 3])
      const { textBody } = await store()
        .db.selectFrom('mails')
        .select('textBody')
        .where('subject', '=', 'Bestelling SM-2026-000001 is vervallen')
        .where('recipient', 'is not', null)
        .executeTakeFirstOrThrow()
      expect(textBody).toContain('geen dag voor de inbouw afgesproken')
      expect(textBody).not.toContain('betaling ontvangen')
    })

    test('the weeks that were promised with it come first', async () => {
      await store()
        .db.updateTable('products')
        .set({ sheet: JSON.stringify({ leadWeeks: { value: 10, source: 'us' } }) })
        .where('id', '=', 'sm19')
        .execute()
      const id = await place('pay_on_delivery')
      await after(130 * dayMs - 1)
      expect(await stateOf(id)).toBe('confirmed')
      await after(1)
      expect(await stateOf(id)).toBe('expired')
    })

    test('a promise that comes later moves the end, once for each, and the notice before it', async () => {
      const promise = (value: number) =>
        store()
          .db.updateTable('products')
          .set({ sheet: JSON.stringify({ leadWeeks: { value, source: 'us' } }) })
          .where('id', '=', 'sm19')
          .execute()
      await promise(2)
      const id = await place('pay_on_delivery')
      const end = async () =>
        (
          await store()
            .db.selectFrom('orders')
            .select('expiresAt')
            .where('id', '=', id)
            .executeTakeFirstOrThrow()
        ).expiresAt?.getTime()
      const start = app.clock.now()
      await after(60 * dayMs)
      expect((await mails()).length).toBe(4)
      await promise(10)
      // An earlier one brings no end nearer.
      await after(14 * dayMs)
      expect([await stateOf(id), await end()]).toEqual(['confirmed', start + 130 * dayMs])
      await promise(1)
      await after(42 * dayMs - 1)
      expect((await mails()).length).toBe(4)
      await after(1)
      expect((await mails()).length).toBe(6)
      await after(14 * dayMs)
      expect(await stateOf(id)).toBe('expired')
      const events = await store()
        .db.selectFrom('orderEvents')
        .select('data')
        .where('kind', '=', 'later-delivery')
        .execute()
      expect(events).toEqual([{ data: { leadWeeks: 10 } }])
    })

    test.each([
      ['agreed to', { event: 'agree' as const }, 'confirmed'],
      ['planned', { event: 'schedule' as const, on: '2026-12-01' }, 'scheduled'],
    ])('what the provider has %s is never ended without a person', async (_, done, state) => {
      const id = await place('pay_on_delivery')
      await advance(id, done)
      const before = (await mails()).length
      await after(400 * dayMs)
      expect([await stateOf(id), await stock()]).toEqual([state, 2])
      expect(await mails()).toHaveLength(before)
    })

    test('what the provider has begun to build is never ended without a person', async () => {
      const id = await place('pay_on_delivery')
      await noteBuilding(deps, 'SM-2026-000001', 'built', async () => undefined)
      await after(400 * dayMs)
      expect(await stateOf(id)).toBe('confirmed')
    })

    test('orders of before this rule, which have no end, are left to a person', async () => {
      const id = await place('pay_on_delivery')
      await store().db.updateTable('orders').set({ expiresAt: null }).where('id', '=', id).execute()
      await after(400 * dayMs)
      expect(await stateOf(id)).toBe('confirmed')
    })

    test('chosen on the last day of a transfer: not a day more than chosen at the order', async () => {
      const client = testClient(app)
      const { order, withKey } = await placedOrder(client)
      app.clock.advance(13 * dayMs)
      const chosen = await client.call(
        'PUT',
        `/orders/${order.id}/payment-method`,
        { method: 'pay_on_delivery' },
        withKey,
      )
      expect(chosen.body.data.order).toMatchObject({
        state: 'confirmed',
        expiresAt: new Date(Date.parse(order.placedAt) + 60 * dayMs).toISOString(),
      })
      await after(47 * dayMs - 1)
      expect(await stateOf(order.id)).toBe('confirmed')
      await after(1)
      expect(await stateOf(order.id)).toBe('expired')
    })
  })

  describe.each(['bank_transfer', 'bitcoin'])('nothing ends by %s', (method) => {
    test('while money is on its way or a watcher is behind', async () => {
      payments.isMoneyOnItsWay = async () => true
      const id = await place(method)
      await after(20 * dayMs)
      expect(await stateOf(id)).toBe('placed')
      payments.isMoneyOnItsWay = async () => false
      await after(0)
      expect(await stateOf(id)).toBe('expired')
    })

    test('while a statement is imported', async () => {
      const id = await place(method)
      await awaitJobLease(store(), statementImportJob, async () => {
        await after(20 * dayMs)
        expect(await stateOf(id)).toBe('placed')
      })
      await after(0)
      expect(await stateOf(id)).toBe('expired')
    })

    test('whose intent cannot be ended', async () => {
      payments.cancelOpenIntent = async () => false
      const id = await place(method)
      await after(20 * dayMs)
      expect(await stateOf(id)).toBe('placed')
    })
  })

  describe('paid in part', () => {
    const receive = (orderId: string, receivedCents: number) => receiveMoney(app, orderId, receivedCents)
    const refunds = () =>
      store().db.selectFrom('refunds').select(['amountCents', 'reason', 'status']).execute()

    test('by next to nothing: ended in its time, its boxes free, its cents to be paid back', async () => {
      const id = await place('bank_transfer')
      await receive(id, 36)
      await after(14 * dayMs - 1)
      expect(await stateOf(id)).toBe('placed')
      await after(1)
      expect([await stateOf(id), await stock()]).toEqual(['expired', 3])
      expect(await refunds()).toEqual([{ amountCents: 36, reason: 'order-over', status: 'requested' }])
    })

    test('by a real part: kept for four weeks, and not for ever', async () => {
      const id = await place('bank_transfer')
      await receive(id, 17_500)
      await after(28 * dayMs - 1)
      expect([await stateOf(id), await stock()]).toEqual(['placed', 2])
      await after(1)
      expect([await stateOf(id), await stock()]).toEqual(['expired', 3])
      expect(await refunds()).toEqual([{ amountCents: 17_500, reason: 'order-over', status: 'requested' }])
    })
  })

  test('money that comes after the end brings the order back while there are boxes', async () => {
    const [first, second] = [await place('bank_transfer'), await place('bank_transfer')]
    await after(14 * dayMs)
    await store().db.updateTable('products').set({ stock: 1 }).where('id', '=', 'sm19').execute()
    for (const orderId of [first, second]) await receiveMoney(app, orderId, 1_750_000)
    const rows = await store()
      .db.selectFrom('orders')
      .select(['state', 'payment'])
      .orderBy('number')
      .execute()
    expect(rows).toEqual([
      { state: 'confirmed', payment: 'paid' },
      { state: 'expired', payment: 'refund_pending' },
    ])
    expect(await stock()).toBe(0)
    const refunds = await store().db.selectFrom('refunds').select(['orderId', 'amountCents']).execute()
    expect(refunds).toEqual([{ orderId: second, amountCents: 1_750_000 }])
    const kinds = await store()
      .db.selectFrom('invoices')
      .select('kind')
      .where('orderId', '=', first)
      .orderBy('sequence')
      .execute()
    expect(kinds.map(({ kind }) => kind)).toEqual(['invoice', 'credit', 'invoice'])
  })

  test('money that comes in the moment of the end: the order goes ahead, and its box is taken once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const orderId = await place('bank_transfer')
      app.clock.advance(14 * dayMs)
      const book = receiveMoney(app, orderId, 1_750_000)
      await Promise.all([sweepOrders(deps), book, sweepOrders(deps)])
      expect(await stateOf(orderId)).toBe('confirmed')
      expect(await stock()).toBe(2)
      await store().db.updateTable('products').set({ stock: 3 }).where('id', '=', 'sm19').execute()
    }
  })
})
