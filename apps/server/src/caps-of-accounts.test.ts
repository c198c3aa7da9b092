import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../test/build-test-app.ts'
import { placeOrder } from '../test/place-order.ts'
import { signUp } from '../test/sign-in.ts'
import { mostPushSubscriptions } from './modules/alerts/alert-settings.repository.ts'
import { createController } from './modules/claims/claims.port.ts'
import { describeEachEngine, resetTestStore } from './platform/db/testing.ts'

/** What one account may have at a time holds for requests of the same moment, too. */
describeEachEngine('caps of an account, asked for all at once,', ({ store }) => {
  let app: TestApp
  let owner: TestClient
  const sockets: WebSocket[] = []

  beforeEach(async () => {
    await resetTestStore(store())
    app = await buildTestApp(store(), {
      settings: {
        ORDERS_ENABLED: 'true',
        VIES_URL: 'off',
        PAYMENT_TEST: 'true',
        WEBHOOK_ALLOW_LOOPBACK: 'true',
        ACCOUNT_OPEN_ORDERS: '5',
      },
    })
    owner = testClient(app)
    await signUp(owner)
  })
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.close()
    await app.server.close()
  })

  const times = <Result>(count: number, run: (at: number) => Promise<Result>) =>
    Promise.all(Array.from({ length: count }, (_, at) => run(at)))
  /** The same person from many addresses: limits of requests are not what is tried here. */
  const elsewhere = () => Object.assign(testClient(app), { token: owner.token, cookie: owner.cookie })
  const counts = (answers: readonly { status: number }[]) =>
    Object.fromEntries(
      [...Map.groupBy(answers, ({ status }) => status)].map(([status, list]) => [status, list.length]),
    )

  test('browsers that get notices', async () => {
    const answers = await times(mostPushSubscriptions + 20, (at) =>
      elsewhere().post('/mining/push-subscriptions', {
        endpoint: `https://fcm.googleapis.com/fcm/send/${at}`,
        keys: { p256dh: 'a', auth: 'b' },
      }),
    )
    expect(counts(answers)).toEqual({ 200: mostPushSubscriptions + 20 })
    const kept = await store().db.selectFrom('pushSubscriptions').select('endpoint').execute()
    expect(kept).toHaveLength(mostPushSubscriptions)
  })

  test('addresses for webhooks', async () => {
    const answers = await times(20, (at) =>
      elsewhere().call('PUT', '/payment-test/webhook', { url: `http://127.0.0.1:9/${at}` }),
    )
    for (const { status, body } of answers)
      expect([undefined, 'setting-changed']).toContain(body.code ?? (status === 200 ? undefined : status))
    const on = await store()
      .db.selectFrom('webhookEndpoints')
      .select('id')
      .where('disabledAt', 'is', null)
      .execute()
    expect(on).toHaveLength(1)
  })

  test('unpaid orders', async () => {
    const answers = await times(20, () => placeOrder(elsewhere()))
    expect(counts(answers)).toEqual({ 200: 5, 409: 15 })
    const { orders } = await store()
      .db.selectFrom('orders')
      .select(({ fn }) => fn.countAll<number>().as('orders'))
      .executeTakeFirstOrThrow()
    expect(Number(orders)).toBe(5)
  })

  test('a controller has one owner, however often and by whom it is claimed', async () => {
    const other = testClient(app)
    await signUp(other)
    const made = await createController(
      { store: store(), secretKey: app.secretKey },
      { name: 'Aurora', location: null },
    )
    const answers = await times(20, (at) =>
      Object.assign(elsewhere(), { token: (at % 2 === 0 ? owner : other).token }).post('/miners/claim', {
        claimKey: made.claimKey,
      }),
    )
    const [even, odd] = [0, 1].map((rest) => answers.filter((_, at) => at % 2 === rest))
    expect([counts(even ?? []), counts(odd ?? [])].toSorted((a, b) => (b[200] ?? 0) - (a[200] ?? 0))).toEqual(
      [{ 200: 10 }, { 409: 10 }],
    )
  })

  test('open pages', async () => {
    await app.server.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.server.address() as AddressInfo
    const heard = await times(70, async () => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`)
      sockets.push(socket)
      const answer = new Promise<string>((resolve) =>
        socket.addEventListener('message', ({ data }) => resolve(JSON.parse(String(data)).type), {
          once: true,
        }),
      )
      await new Promise((resolve) => socket.addEventListener('open', resolve))
      socket.send(JSON.stringify({ type: 'authenticate', token: owner.token }))
      return answer
    })
    expect(heard.filter((type) => type === 'authenticated')).toHaveLength(50)
    expect(heard.filter((type) => type === 'refused')).toHaveLength(20)
  })
})
