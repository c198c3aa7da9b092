import { todayLists } from '@shipminer/contract/desk/work'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type TestApp, type TestClient, testClient } from '../../../../test/build-test-app.ts'
import { openEachDesk } from '../../../../test/each-desk.ts'
import { signUpProvenOperator } from '../../../../test/operator.ts'
import { placedOrder } from '../../../../test/place-order.ts'
import { receiveMoney } from '../../../../test/receive-money.ts'
import { describeEachEngine } from '../../../platform/db/testing.ts'

const dayMs = 86_400_000
const gross = 1_750_000

/** What Today says of a list that it leads to. */
const countsOf: Record<keyof typeof todayLists, (today: Told) => number> = {
  installation: ({ totals }) => totals.installations,
  unpaid: ({ totals }) => totals.unpaidOrders,
  planning: ({ ordersToPlan }) => ordersToPlan.count,
  silent: ({ totals }) => totals.silentControllers,
  lead: ({ openLeads }) => openLeads,
  follow: ({ totals }) => totals.dueLeads,
  report: ({ totals }) => totals.dueReports,
  reports: ({ totals, waitingReports }) => waitingReports - totals.dueReports,
  refund: ({ openRefunds }) => openRefunds,
  decision: ({ paymentDecisions }) => paymentDecisions,
}
type Told = {
  totals: Record<'installations' | 'unpaidOrders' | 'silentControllers' | 'dueLeads' | 'dueReports', number>
  openLeads: number
  waitingReports: number
  openRefunds: number
  paymentDecisions: number
  ordersToPlan: { count: number }
}

/** What the answer of a page calls its rows, and where all of them are kept. */
const rowsOf = {
  orders: ['orders', 'orders'],
  controllers: ['controllers', 'controllers'],
  leads: ['leads', 'inquiries'],
  service: ['reports', 'faultReports'],
  refunds: ['refunds', 'refunds'],
  payments: ['exceptions', 'paymentIntents'],
} as const

describeEachEngine('what a line of Today leads to', ({ store }) => {
  let app: TestApp
  let operator: TestClient
  openEachDesk(store, (desk) => {
    ;({ app, operator } = desk)
  })
  const act = async (id: string, body: object) => {
    const answer = await operator.post(`/desk/orders/${id}/actions`, { reason: 'as agreed', ...body })
    expect([answer.status, answer.body.code]).toEqual([200, undefined])
  }
  const dayFromNow = (days: number) => new Date(app.clock.now() + days * dayMs).toISOString().slice(0, 10)

  /** Orders of every kind that is counted, and of those that are like it and are not. */
  async function fillOrders(): Promise<void> {
    const place = async (paid: number, method?: 'pay_on_delivery') => {
      const { order } = await placedOrder(testClient(app), method && { method })
      if (paid > 0) await receiveMoney(app, order.id, paid)
      return order.id
    }
    await place(0)
    await place(gross / 2)
    for (const days of [3, 40]) await act(await place(gross), { action: 'schedule', on: dayFromNow(days) })
    await place(gross)
    for (const left of [0, gross / 2]) {
      const id = await place(gross)
      await receiveMoney(app, id, left)
    }
    const fitted = await place(0, 'pay_on_delivery')
    await act(fitted, { action: 'agree' })
    await act(fitted, { action: 'schedule', on: dayFromNow(0) })
    await act(fitted, { action: 'install' })
    await place(0, 'pay_on_delivery')
  }
  const fillControllers = () =>
    store()
      .db.insertInto('controllers')
      .values(
        [null, 0, 30, 31, 40].map((daysAgo, index) => ({
          id: `SM-${100_000 + index}`,
          name: `Box ${index}`,
          claimKeyHash: Buffer.from(`key ${index}`),
          lastSeenAt: daysAgo === null ? null : new Date(app.clock.now() - daysAgo * dayMs),
          revokedAt: daysAgo === 40 ? new Date(app.clock.now()) : null,
        })),
      )
      .execute()

  /** What waits for an answer and what waits for a product; whom to speak to again by today, later, and no more. */
  const fillLeads = () =>
    store()
      .db.insertInto('inquiries')
      .values(
        (
          [
            ['contact', null, null, 'new'],
            ['custom', null, null, 'new'],
            ['notify-me', null, null, 'new'],
            ['contact', 0, -1, 'talking'],
            ['contact', 0, 0, 'offered'],
            ['contact', 0, 1, 'talking'],
            ['contact', 0, 0, 'lost'],
            ['contact', 0, null, 'talking'],
          ] as const
        ).map(([kind, handled, next, stage], index) => ({
          ...{ kind, stage, reference: `C-${index}`, email: `reader-${index}@schip.nl`, name: 'Otto' },
          ...{ message: 'Past de box?', language: 'nl', createdAt: new Date(app.clock.now()) },
          handledAt: handled === null ? null : new Date(app.clock.now()),
          nextContactOn: next === null ? null : dayFromNow(next),
        })),
      )
      .execute()

  /** Overdue, due soon, due later, answered and asked again, answered, and closed. */
  async function fillReports(): Promise<void> {
    const { db } = store()
    const { id: userId } = await db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow()
    const ago = (hours: number) => new Date(app.clock.now() - hours * 3_600_000)
    const rows = [
      [30, null, 'waiting-for-us'],
      [21, null, 'waiting-for-us'],
      [1, null, 'waiting-for-us'],
      [50, 40, 'waiting-for-us'],
      [50, 40, 'waiting-for-us'],
      [50, 40, 'waiting-for-owner'],
      [50, null, 'closed'],
    ] as const
    await db
      .insertInto('faultReports')
      .values(
        rows.map(([asked, answered, state], index) => ({
          ...{ reference: `S-${index}`, userId, subject: 'power', state, data: '{}' },
          ...{ openedAt: ago(asked), askedAt: ago(asked), movedAt: ago(answered ?? asked) },
          ...{ answeredAt: answered === null ? null : ago(answered) },
          ...(state === 'closed' && { closedAt: ago(1), outcome: 'no-fault' }),
        })),
      )
      .execute()
  }

  /** To be paid back in a run and by themselves, and paid back; coin payments that came short, and one that is waited for. */
  async function fillMoney(): Promise<void> {
    const { db } = store()
    const { order } = await placedOrder(testClient(app))
    const at = new Date(app.clock.now())
    const { id: runId } = await db
      .insertInto('refundRuns')
      .values({ way: 'bank', createdAt: at, createdBy: 'Anna', file: '<x/>' })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const [status, run] of [
      ['requested', null],
      ['requested', runId],
      ['requested', runId],
      ['paid', runId],
    ] as const)
      await db
        .insertInto('refunds')
        .values({
          ...{ id: crypto.randomUUID(), orderId: order.id, amountCents: 100, reason: 'too-much', status },
          ...{ requestedAt: at, settledAt: status === 'paid' ? at : null, runId: run },
        })
        .execute()
    const intent = {
      ...{ orderId: order.id, asset: 'BTC' as const, chain: 'bitcoin', decimals: 8, xpubId: 'x' },
      ...{ priceCents: gross, amountDue: '25000000', minDue: '24900000', confirmationsRequired: 3 },
      ...{ rate: '7000000', rateSources: ['x'], rateQuotes: '[]', rateAt: at, createdAt: at },
      ...{ expiresAt: at, monitorUntil: at, effectiveExpiresAt: at },
    }
    for (const [index, status] of (['expired', 'expired', 'created'] as const).entries())
      await db
        .insertInto('paymentIntents')
        .values({
          ...{ ...intent, id: crypto.randomUUID(), address: `bc1q${index}`, matchKey: `k${index}` },
          ...{ derivationIndex: index, status, exceptions: status === 'expired' ? ['underpaid'] : [] },
          ...{ amountReceived: status === 'expired' ? '900000' : '0' },
        })
        .execute()
  }

  test.each(Object.keys(todayLists) as (keyof typeof todayLists)[])(
    'all that it counts, and no more: %s',
    async (kind) => {
      await fillOrders()
      await fillControllers()
      await fillLeads()
      await fillReports()
      await fillMoney()
      await signUpProvenOperator(app, operator)
      const { page, filters } = todayLists[kind]
      const list = await operator.get(`/desk/${page}?${new URLSearchParams({ ...filters, page: '1' })}`)
      const [rows, table] = rowsOf[page]
      const { total = list.body.data.byStatus.unpaid } = list.body.data
      expect(list.body.data[rows]).toHaveLength(total)
      expect(total).toBe(countsOf[kind]((await operator.get('/desk/today')).body.data))
      expect(total).toBeGreaterThan(0)
      const { rows: kept } = await sql<{
        all: number
      }>`SELECT count(*)::int AS all FROM ${sql.table(table)}`.execute(store().db)
      expect(total).toBeLessThan(kept[0]?.all ?? 0)
    },
  )

  test('what is taken out of a list as a file is the same', async () => {
    await fillOrders()
    for (const waits of ['planning', 'installation', 'payment']) {
      const { total } = (await operator.get(`/desk/orders?waits=${waits}&page=1`)).body.data
      expect((await operator.post('/desk/orders/export', { waits })).body.data.rows).toBe(total)
    }
  })
})
