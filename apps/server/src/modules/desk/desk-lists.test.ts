import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestApp, type TestClient, testClient } from '../../../test/build-test-app.ts'
import { openTestDesk } from '../../../test/operator.ts'
import { placedOrder } from '../../../test/place-order.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'

const dayMs = 86_400_000

describeEachEngine('lists of the desk', ({ store }) => {
  let app: TestApp
  let operator: TestClient
  beforeEach(async () => {
    ;({ app, operator } = await openTestDesk(store()))
  })
  afterEach(async () => {
    await app.server.close()
    await resetTestStore(store())
  })
  const read = async (path: string) => {
    const { status, body } = await operator.get(path)
    expect([path, status]).toEqual([path, 200])
    return body.data
  }

  test('orders are sorted, paged and counted', async () => {
    const products = [
      { product: 'sm19', expectedGrossCents: 1_750_000 },
      { product: 'lottery', expectedGrossCents: 25_000 },
      { product: 'sm19', expectedGrossCents: 1_750_000 },
    ]
    const numbers: string[] = []
    for (const change of products) {
      numbers.push((await placedOrder(testClient(app), change)).order.number)
      app.clock.advance(1_000)
    }
    const [first, second, third] = numbers
    const list = async (query: string) => {
      const { orders, total } = await read(`/desk/orders?${query}`)
      return [total, ...orders.map(({ number }: { number: string }) => number)]
    }
    expect(await list('page=1')).toEqual([3, third, second, first])
    expect(await list('sort=placedAt&direction=ascending')).toEqual([3, first, second, third])
    expect((await list('sort=amount&direction=ascending'))[1]).toBe(second)
    expect(await list('sort=number&perPage=2&page=2')).toEqual([3, first])
    expect(await list('sort=number&page=9')).toEqual([3])
    expect(await list('payment=pending&search=nobody&page=1')).toEqual([0])
    const { byState, perPage } = await read('/desk/orders?state=cancelled')
    expect(Object.values<number>(byState).reduce((sum, count) => sum + count, 0)).toBe(3)
    expect(perPage).toBe(50)
    for (const bad of ['page=0', 'perPage=501', 'sort=buyer'])
      expect((await operator.get(`/desk/orders?${bad}`)).status).toBe(400)
  })

  test('controllers are filtered, sorted and counted by state', async () => {
    await operator.post('/desk/controllers', { name: 'Box', count: 3 })
    const { db } = store()
    const rows = await db.selectFrom('controllers').select(['id', 'name']).orderBy('name').execute()
    const [one, two, three] = rows.map(({ id }) => id)
    const set = (id: string | undefined, values: object) =>
      db
        .updateTable('controllers')
        .set(values)
        .where('id', '=', id ?? '')
        .execute()
    await set(one, { lastSeenAt: new Date(app.clock.now()), location: 'Machinekamer_100%' })
    await set(two, { lastSeenAt: new Date(app.clock.now() - dayMs) })
    const list = async (query: string) => {
      const { controllers, total } = await read(`/desk/controllers?${query}`)
      return [total, ...controllers.map(({ id }: { id: string }) => id)]
    }
    expect(await list('sort=name&direction=ascending')).toEqual([3, one, two, three])
    expect(await list('sort=lastSeenAt')).toEqual([3, one, two, three])
    expect(await list('status=silent')).toEqual([1, two])
    expect(await list('status=never-seen')).toEqual([1, three])
    expect(await list('search=kamer_100%25')).toEqual([1, one])
    expect(await list(`id=${three}`)).toEqual([1, three])
    expect(await list('page=2')).toEqual([3])
    expect((await read('/desk/controllers?status=online')).byStatus).toEqual({
      online: 1,
      silent: 1,
      'never-seen': 1,
      revoked: 0,
    })
  })
})
