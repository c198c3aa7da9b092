import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp, testClient } from '../../../../test/build-test-app.ts'
import { placedOrder, placeOrder, testBuyer } from '../../../../test/place-order.ts'
import { receiveMoney } from '../../../../test/receive-money.ts'
import { signUp } from '../../../../test/sign-in.ts'
import { describeEachEngine, resetTestStore } from '../../../platform/db/testing.ts'

describeEachEngine('what may be held', ({ store }) => {
  let app: TestApp
  beforeEach(async () => {
    const settings = {
      ORDERS_ENABLED: 'true',
      VIES_URL: 'off',
      GUEST_OPEN_ORDERS: '1',
      ACCOUNT_OPEN_ORDERS: '2',
      VERIFIED_FROM_QUANTITY: '5',
    }
    app = await buildTestApp(store(), { settings })
  })
  afterEach(async () => {
    await app.server.close()
    await resetTestStore(store())
  })

  const other = { ...testBuyer, email: 'other@rederij.nl' }

  test('a guest has one unpaid order, by address and by client, until it is cancelled', async () => {
    const client = testClient(app)
    const { order, withKey } = await placedOrder(client)
    for (const [from, buyer] of [
      [client, testBuyer],
      [client, other],
      [testClient(app), { ...testBuyer, email: 'ANNA@rederij.nl' }],
    ] as const) {
      const refused = await placeOrder(from, { buyer })
      expect([refused.status, refused.body.code]).toEqual([409, 'open-order-exists'])
    }
    await placedOrder(testClient(app), { buyer: other })
    expect((await client.post(`/orders/${order.id}/cancel`, {}, withKey)).status).toBe(200)
    await placedOrder(client)
  })

  test('boxes that are to be paid at delivery count as well, and what is paid does not', async () => {
    const client = testClient(app)
    const { order } = await placedOrder(client, { method: 'pay_on_delivery' })
    expect((await placeOrder(client)).body.code).toBe('open-order-exists')
    await receiveMoney(app, order.id, 1_750_000, { source: 'desk:test', actor: 'provider' })
    await placedOrder(client)
  })

  test('of two orders of one moment, one is placed', async () => {
    const client = testClient(app)
    const both = await Promise.all([placeOrder(client), placeOrder(client)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('an account has a few unpaid orders, with the other accounts of its client, and guests are not counted', async () => {
    const client = testClient(app)
    await placedOrder(client)
    await signUp(client)
    const { order } = await placedOrder(client)
    await placedOrder(client)
    const refused = await placeOrder(client)
    expect([refused.status, refused.body.code]).toEqual([409, 'too-many-open-orders'])
    await signUp(client)
    expect((await placeOrder(client)).body.code, 'a new account at the same client').toBe(
      'too-many-open-orders',
    )
    const elsewhere = testClient(app)
    await signUp(elsewhere)
    await placedOrder(elsewhere)
    await store().db.updateTable('orders').set({ payment: 'paid' }).where('id', '=', order.id).execute()
    await placedOrder(client)
  })

  test('a large quantity needs the verified address of the account', async () => {
    const many = { quantity: 5, expectedGrossCents: 5 * 1_750_000 }
    expect((await placeOrder(testClient(app), many)).body.code).toBe('verified-email-required')
    const client = testClient(app)
    const { user } = await signUp(client)
    const mine = { ...many, buyer: { ...testBuyer, email: user.email } }
    expect((await placeOrder(client, mine)).body.code).toBe('verified-email-required')
    await app.store.db
      .updateTable('users')
      .set({ emailVerifiedAt: new Date(app.clock.now()) })
      .where('id', '=', user.id)
      .execute()
    expect((await placeOrder(client, many)).body.code).toBe('verified-email-required')
    await placedOrder(client, mine)
  })
})
