import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../test/build-test-app.ts'
import { placedOrder } from '../../../test/place-order.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../../test/services/webhook-receiver.ts'
import { signUp } from '../../../test/sign-in.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'
import { isSignedBy, parseSecret } from './signature.ts'

describeEachEngine('webhooks', ({ store }) => {
  let app: TestApp
  let client: TestClient
  let receiver: WebhookReceiver
  const open = async (settings: Record<string, string> = {}) => {
    app = await buildTestApp(store(), {
      settings: {
        PAYMENT_TEST: 'true',
        WEBHOOK_ALLOW_LOOPBACK: 'true',
        ORDERS_ENABLED: 'true',
        VIES_URL: 'off',
        ...settings,
      },
    })
    client = testClient(app)
    await signUp(client)
  }
  beforeEach(async () => {
    receiver = await startWebhookReceiver()
    await open()
  })
  afterEach(async () => {
    await app.server.close()
    await receiver.stop()
    await resetTestStore(store())
  })
  const settings = async () => (await client.get('/payment-test/webhook')).body.data
  /** The same days later, when no one is signed in any more. */
  const later = () => app.webhooks.settings()
  const save = (url: string | null) => client.call('PUT', '/payment-test/webhook', { url })
  const ping = () => client.post('/payment-test/webhook/test')
  const replay = (id: string) => client.post(`/payment-test/webhook/deliveries/${id}/replay`)
  const deliver = () => app.webhooks.deliverDue()

  describe('refuses', () => {
    const calls = [
      ['GET', '/payment-test/webhook', undefined],
      ['PUT', '/payment-test/webhook', { url: null }],
      ['POST', '/payment-test/webhook/test', {}],
      ['POST', '/payment-test/webhook/deliveries/x/replay', {}],
    ] as const

    test('everything while the screen is off, and everybody who is not signed in', async () => {
      for (const [method, path, body] of calls)
        expect(await testClient(app).call(method, path, body)).toMatchObject({ status: 401 })
      await app.server.close()
      await open({ PAYMENT_TEST: 'false' })
      for (const [method, path, body] of calls)
        expect(await client.call(method, path, body)).toMatchObject({
          status: 404,
          body: { code: 'test-functions-disabled', error: 'Test functions disabled in production' },
        })
    })

    test.each(['http://example.org/', 'https://10.0.0.1/', 'nonsense', 'https://a:b@example.org/'])(
      'to send to %s',
      async (url) => {
        expect(await save(url)).toMatchObject({ status: 400, body: { code: 'webhook-url-invalid' } })
        expect((await settings()).url).toBeNull()
      },
    )

    test('to test or repeat what is not there', async () => {
      expect(await ping()).toMatchObject({ status: 409, body: { code: 'webhook-not-configured' } })
      expect(await replay('msg_0')).toMatchObject({ status: 404 })
    })
  })

  test('a secret is shown once, and the database does not know it in the clear', async () => {
    const { secret } = (await save(receiver.url)).body.data
    expect(parseSecret(secret)).toHaveLength(32)
    expect(await settings()).toMatchObject({ url: receiver.url, secret: null })
    expect((await save(receiver.url)).body.data.secret).toBeNull()
    const [row] = await store().db.selectFrom('webhookEndpoints').selectAll().execute()
    expect(Buffer.from(row?.sealedSecret ?? []).includes(parseSecret(secret) as Buffer)).toBe(false)
    expect((await save(null)).body.data).toMatchObject({ url: null, secret: null })
    expect((await save(receiver.url)).body.data.secret).not.toBe(secret)
  })

  test('a ping is signed, and its answer told', async () => {
    const secret = parseSecret((await save(receiver.url)).body.data.secret) as Buffer
    const { delivery } = (await ping()).body.data
    expect(delivery).toMatchObject({
      type: 'test.ping',
      status: 'delivered',
      attempts: 1,
      lastStatusCode: 204,
    })
    const [{ headers, body }] = receiver.received as [WebhookReceiver['received'][number]]
    const message = {
      id: String(headers['webhook-id']),
      timestamp: Number(headers['webhook-timestamp']),
      body,
    }
    expect(message.id).toBe(delivery.id)
    expect(message.timestamp).toBe(Math.floor(app.clock.now() / 1000))
    expect(isSignedBy(secret, message, String(headers['webhook-signature']))).toBe(true)
    expect(JSON.parse(body)).toEqual({
      type: 'test.ping',
      timestamp: new Date(app.clock.now()).toISOString(),
      data: { message: 'It works.' },
    })
    receiver.answer = { status: 500 }
    expect((await ping()).body.data.delivery).toMatchObject({ status: 'failed', lastError: 'answered 500' })
    expect((await settings()).url).toBe(receiver.url)
  })

  test('an order tells its story, again and again with the same id until somebody listens', async () => {
    await save(receiver.url)
    receiver.answer = { status: 500 }
    await placedOrder(testClient(app))
    await deliver()
    await deliver()
    expect(receiver.received).toHaveLength(1)
    app.clock.advance(10_000)
    receiver.answer = { status: 503, headers: { 'retry-after': '7200' } }
    await deliver()
    app.clock.advance(3_600_000)
    await deliver()
    expect(receiver.received).toHaveLength(2)
    app.clock.advance(3_700_000)
    receiver.answer = { status: 200 }
    await deliver()
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids).size).toBe(1)
    expect(ids).toHaveLength(3)
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ type: 'order.placed' })
    expect((await later()).deliveries).toMatchObject([
      { id: ids[0], type: 'order.placed', status: 'delivered', attempts: 3, nextAttemptAt: null },
    ])
    const attempts = await store()
      .db.selectFrom('webhookAttempts')
      .select('statusCode')
      .orderBy('id')
      .execute()
    expect(attempts.map(({ statusCode }) => statusCode)).toEqual([500, 503, 200])
    expect(await app.webhooks.replay(String(ids[0]))).toMatchObject({
      status: 'delivered',
      attempts: 4,
    })
    expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(ids[0])
  })

  test('what is queued anew while an attempt is on its way goes out again with what holds now', async () => {
    await save(receiver.url)
    const story = (paid: number) =>
      store()
        .db.transaction()
        .execute((trx) =>
          app.webhooks.enqueue(trx, {
            type: 'order.paid',
            data: { paid },
            at: new Date(app.clock.now()),
            onceFor: 'an order',
          }),
        )
    await story(1)
    receiver.beforeAnswer = () => story(2)
    await deliver()
    expect((await later()).deliveries).toMatchObject([{ status: 'queued', attempts: 1 }])
    await deliver()
    expect(receiver.received.map(({ body }) => JSON.parse(body).data.paid)).toEqual([1, 2])
    expect((await later()).deliveries).toMatchObject([{ status: 'delivered', attempts: 2 }])
  })

  test('after three days without an answer, or a 410, the address is switched off and the provider told', async () => {
    const userId = (await client.get('/wallet-auth/me')).body.data.user.id
    for (const status of [500, 410]) {
      await app.webhooks.save(receiver.url, userId)
      receiver.answer = { status }
      await placedOrder(testClient(app))
      for (let tries = 0; tries < 12; tries += 1) {
        await deliver()
        app.clock.advance(30 * 3_600_000)
      }
      expect((await later()).url).toBeNull()
    }
    expect((await later()).deliveries).toMatchObject([
      { status: 'failed', attempts: 1, lastStatusCode: 410 },
      { status: 'failed', attempts: 10, lastStatusCode: 500 },
    ])
    const mails = await store()
      .db.selectFrom('mails')
      .select(['recipient', 'textBody'])
      .where('messageId', 'like', 'webhook.%')
      .execute()
    expect(mails).toHaveLength(2)
    expect(mails[0]).toMatchObject({ recipient: null, textBody: expect.stringContaining(receiver.url) })
  })

  test('without an address nothing is kept', async () => {
    await placedOrder(testClient(app))
    expect((await settings()).deliveries).toEqual([])
  })
})
