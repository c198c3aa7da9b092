import { paymentEndpoints } from '@shipminer/contract/shop/payments'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../../test/build-test-app.ts'
import { placedOrder } from '../../../../test/place-order.ts'
import { receiveMoney } from '../../../../test/receive-money.ts'
import { signUp } from '../../../../test/sign-in.ts'
import { describeEachEngine, resetTestStore } from '../../../platform/db/testing.ts'

describeEachEngine('the history of payments by bank', ({ store }) => {
  let app: TestApp
  let client: TestClient
  beforeEach(async () => {
    app = await buildTestApp(store(), { settings: { ORDERS_ENABLED: 'true', VIES_URL: 'off' } })
    client = testClient(app)
    await signUp(client)
  })
  afterEach(async () => {
    await app.server.close()
    await resetTestStore(store())
  })
  const history = async () => (await client.get(paymentEndpoints.paymentHistory.path)).body.data.payments
  const book = (orderId: string, receivedCents: number) =>
    receiveMoney(app, orderId, receivedCents, { actor: 'provider' })

  test('what is waited for, what came, and nothing of what is over or of others', async () => {
    const { order } = await placedOrder(client)
    const { order: given } = await placedOrder(client)
    await client.post(`/orders/${given.id}/cancel`, {})
    const other = testClient(app)
    await signUp(other)
    await placedOrder(other)
    expect(await history()).toMatchObject([
      {
        orderId: order.id,
        orderNumber: order.number,
        method: 'bank_transfer',
        amountEurCents: 1_750_000,
        amount: null,
        status: 'pending',
      },
    ])
    app.clock.advance(60_000)
    await book(order.id, 1_000_000)
    expect(await history()).toMatchObject([
      { amountEurCents: 1_000_000, status: 'partially_paid', at: new Date(app.clock.now()).toISOString() },
    ])
    await book(order.id, 1_750_000)
    expect(await history()).toMatchObject([{ amountEurCents: 1_750_000, status: 'paid' }])
  })
})
