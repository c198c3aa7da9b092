import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../test/build-test-app.ts'
import { signUpOperator } from '../../../test/operator.ts'
import { placedOrder } from '../../../test/place-order.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../../test/services/webhook-receiver.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'
import { totpCode, totpStep } from '../operators/totp.ts'
import { isSignedBy, parseSecret } from './signature.ts'

describeEachEngine('webhooks at the desk', ({ store }) => {
  let app: TestApp
  let operator: TestClient
  let receiver: WebhookReceiver
  beforeEach(async () => {
    receiver = await startWebhookReceiver()
    app = await buildTestApp(store(), {
      settings: { WEBHOOK_ALLOW_LOOPBACK: 'true', ORDERS_ENABLED: 'true', VIES_URL: 'off' },
    })
    operator = testClient(app)
    const { secret } = await signUpOperator(app, operator)
    await operator.post('/desk/second-factor', { code: totpCode(secret, totpStep(app.clock.now())) })
  })
  afterEach(async () => {
    await app.server.close()
    await receiver.stop()
    await resetTestStore(store())
  })
  const read = async (query = '') => (await operator.get(`/desk/webhooks${query}`)).body.data
  const set = (url = receiver.url) => operator.post('/desk/webhooks', { url, reason: 'the bookkeeping' })
  const act = async (action: string) =>
    operator.post(`/desk/webhooks/${(await read()).endpoints[0].id}/actions`, { action, reason: 'because' })
  const replayFailed = (since = '2026-01-01T00:00:00Z') =>
    operator.post('/desk/webhooks/replay-failed', { since, reason: 'it was down' })

  test('without an address there is nothing to test or to send again', async () => {
    expect(await read()).toMatchObject({ endpoints: [], deliveries: [], hasMore: false })
    expect((await operator.post('/desk/webhooks/test')).body.code).toBe('webhook-not-configured')
    expect((await replayFailed()).body.code).toBe('webhook-not-configured')
    expect((await set('http://192.168.1.1/')).body.code).toBe('webhook-url-invalid')
    expect((await set('nowhere')).body.code).toBe('webhook-url-invalid')
    const nobody = `/desk/webhooks/${crypto.randomUUID()}/actions`
    expect((await operator.post(nobody, { action: 'enable', reason: 'because' })).body.code).toBe('not-found')
  })

  test('what failed while the receiver was down goes out again, signed with the secret of now', async () => {
    expect((await set()).body.data.secret).toMatch(/^whsec_/)
    receiver.answer = { status: 500 }
    await placedOrder(testClient(app))
    await app.webhooks.deliverDue()
    const [waiting] = (await read('?status=queued')).deliveries
    expect(waiting).toMatchObject({
      type: 'order.placed',
      url: receiver.url,
      lastStatusCode: 500,
      tries: [{ at: app.clock.now(), statusCode: 500, error: 'answered 500' }],
    })
    await act('disable')
    expect(await read()).toMatchObject({
      endpoints: [{ disabledAt: app.clock.now(), failed: 1, waiting: 0 }],
      deliveries: [{ status: 'failed' }],
    })
    await act('enable')
    const { secret } = (await act('rotate-secret')).body.data
    receiver.answer = { status: 204 }
    receiver.received.length = 0
    expect((await replayFailed('2027-01-01T00:00:00Z')).body.data).toEqual({ replayed: 0 })
    expect((await replayFailed()).body.data).toEqual({ replayed: 1 })
    await app.webhooks.deliverDue()
    expect(receiver.received).toHaveLength(1)
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received
    const message = {
      id: String(headers['webhook-id']),
      timestamp: Number(headers['webhook-timestamp']),
      body,
    }
    const key = parseSecret(secret)
    expect(key !== null && isSignedBy(key, message, String(headers['webhook-signature']))).toBe(true)
    expect((await read()).deliveries).toMatchObject([{ status: 'delivered', tries: [{ error: null }, {}] }])

    expect((await operator.post(`/desk/webhooks/deliveries/${waiting.id}/replay`)).body.data).toMatchObject({
      delivery: { status: 'delivered', attempts: 3 },
    })
    expect((await operator.post('/desk/webhooks/test')).body.data.delivery.status).toBe('delivered')
    expect((await read('?limit=1')).hasMore).toBe(true)
    const { entries } = (await operator.get('/desk/audit')).body.data
    expect(entries.map(({ action }: { action: string }) => action)).toEqual([
      'webhook.test',
      'webhook.replay',
      'webhook.replay-failed',
      'webhook.replay-failed',
      'webhook.rotate-secret',
      'webhook.enable',
      'webhook.disable',
      'webhook.set',
      'operator.grant',
    ])
    expect(JSON.stringify([entries, await read()])).not.toContain('whsec_')
  })

  test('another address takes the place of the first', async () => {
    await set()
    await set(`${receiver.url}/second`)
    const { endpoints } = await read()
    expect(endpoints.map(({ disabledAt }: { disabledAt: number | null }) => disabledAt === null)).toEqual([
      true,
      false,
    ])
  })

  test('of old addresses that are switched on at once one is on, and who asked for another is told', async () => {
    for (let at = 0; at < 6; at += 1) await set(`${receiver.url}/${at}`)
    await act('disable')
    const { endpoints } = await read()
    const answers = await Promise.all(
      endpoints.map(({ id }: { id: string }) =>
        operator.post(`/desk/webhooks/${id}/actions`, { action: 'enable', reason: 'because' }),
      ),
    )
    for (const { status, body } of answers)
      expect([200, 'setting-changed']).toContain(status === 200 ? status : body.code)
    const on = (await read()).endpoints.filter(
      ({ disabledAt }: { disabledAt: number | null }) => disabledAt === null,
    )
    expect(on).toHaveLength(1)
  })
})
