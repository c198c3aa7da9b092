import { todayLists } from '@shipminer/contract/desk/work'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestApp, type TestClient, testClient } from '../../../../test/build-test-app.ts'
import { openTestDesk, signUpProvenOperator } from '../../../../test/operator.ts'
import { placedOrder } from '../../../../test/place-order.ts'
import { receiveMoney } from '../../../../test/receive-money.ts'
import { describeEachEngine, resetTestStore } from '../../../platform/db/testing.ts'

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
}
type Told = {
  totals: { installations: number; unpaidOrders: number; silentControllers: number; dueLeads: number }
  openLeads: number
  ordersToPlan: { count: number }
}

describeEachEngine('what a line of Today leads to', ({ store }) => {
  let app: TestApp
  let operator: TestClient
  beforeEach(async () => {
    ;({ app, operator } = await openTestDesk(store()))
  })
  afterEach(async () => {
    await app.server.close()
    await resetTestStore(store())
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

  test.each(Object.keys(todayLists) as (keyof typeof todayLists)[])(
    'all that it counts, and no more: %s',
    async (kind) => {
      await fillOrders()
      await fillControllers()
      await fillLeads()
      await signUpProvenOperator(app, operator)
      const { page, filters } = todayLists[kind]
      const list = await operator.get(`/desk/${page}?${new URLSearchParams({ ...filters, page: '1' })}`)
      const { total } = list.body.data
      expect(list.body.data[page]).toHaveLength(total)
      expect(total).toBe(countsOf[kind]((await operator.get('/desk/today')).body.data))
      expect(total).toBeGreaterThan(0)
      const all = page === 'leads' ? 'status=all' : ''
      const everything = (await operator.get(`/desk/${page}?page=1&${all}`)).body.data.total
      expect(total).toBeLessThan(everything)
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
