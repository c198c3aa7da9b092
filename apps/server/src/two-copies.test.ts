import { describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, testClient } from '../test/build-test-app.ts'
import { insertController, insertMiner, insertOwner } from '../test/fleet-rows.ts'
import { signUpProvenOperator } from '../test/operator.ts'
import { placedOrder } from '../test/place-order.ts'
import { type MailServer, startMailServer } from '../test/services/mail-server.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../test/services/webhook-receiver.ts'
import { loseEveryLease, runTogether } from '../test/two-copies.ts'
import { saveChannels } from './modules/alerts/alert-settings.repository.ts'
import type { Store } from './platform/db/store.ts'
import { openTestStore, testEngines } from './platform/db/testing.ts'

/*
 * Two copies of the server on one PostgreSQL, each of which believes that it holds every job. All jobs run on both at the same time. Nothing goes
 * out twice all the same.
 */
const dayMs = 86_400_000
const owners = 12

describe.runIf(testEngines().includes('postgresql'))('two copies that both hold every job', () => {
  /** The time of each new copy. */
  let now = Date.parse('2026-05-01T10:00:00Z')
  const build = async (store: Store, mailServer: MailServer): Promise<TestApp> => {
    const app = await buildTestApp(store, {
      settings: {
        ORDERS_ENABLED: 'true',
        VIES_URL: 'off',
        PAYMENT_TEST: 'true',
        WEBHOOK_ALLOW_LOOPBACK: 'true',
        SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
        MAIL_FROM: 'Shipminer <noreply@shipminer.example>',
        PROVIDER_EMAIL: 'desk@shipminer.example',
      },
    })
    app.clock.advance(now - app.clock.now())
    return app
  }

  /** Owners whose miners are too hot, told by mail and by a webhook of theirs. */
  async function raiseAlerts({ db }: Store, url: string): Promise<void> {
    for (let number = 0; number < owners; number += 1) {
      const email = `owner${number}@rederij.example`
      const ownerId = await insertOwner(db, { email, emailVerifiedAt: new Date(0) })
      const controllerId = `SM-${number}`
      await insertController(db, { id: controllerId, ownerId, claimKeyHash: Buffer.from(controllerId) })
      const minerId = await insertMiner(db, { controllerId, deviceKey: 'mac:1' })
      const raisedAt = new Date(now - 600_000)
      const alert = { controllerId, minerId, kind: 'overheat', severity: 'critical', raisedAt } as const
      await db.insertInto('alerts').values(alert).execute()
      await saveChannels(db, ownerId, { webhookUrl: `${url}?owner=${number}` })
    }
  }

  test('no mail, message of the shop or notice goes out twice', { timeout: 180_000 }, async () => {
    const store = await openTestStore('postgresql')
    const mailServer = await startMailServer({ startTls: false })
    const receiver = await startWebhookReceiver()
    try {
      await seed(store, mailServer, receiver)
      await loseEveryLease(store)
      const left = async () => {
        const mails = await store.db.selectFrom('mails').select('id').where('status', '=', 'queued').execute()
        const messages = await store.db
          .selectFrom('webhookDeliveries')
          .select('id')
          .where('status', '=', 'queued')
          .execute()
        const notices = await store.db.selectFrom('alertDeliveries').select('id').execute()
        return mails.length + messages.length + notices.length
      }
      let rounds = 0
      do {
        await runTogether(store, () => build(store, mailServer))
        rounds += 1
      } while (rounds < 8 && ((await left()) > 0 || rounds < 3))
      expect(await left()).toBe(0)

      const mails = mailServer.received.map(({ to, headers }) => `${to.join()} ${headers.subject}`)
      const ids = mailServer.received.map(({ headers }) => headers['message-id'])
      expect(ids.length).toBe(new Set(ids).size)
      expect(mails.filter((mail, at) => mails.indexOf(mail) !== at)).toEqual([])
      for (const kind of ['reminder', 'expired', 'unplanned'])
        expect(ids.filter((id) => id?.includes(`.${kind}.`)).length).toBeGreaterThan(0)
      expect(ids.filter((id) => id?.includes('mailing.')).length).toBe(owners)
      expect(mails.filter((mail) => mail.startsWith('owner')).length).toBe(owners)

      const sent = receiver.received.map(({ headers }) => String(headers['webhook-id']))
      expect(sent.filter((id) => id.startsWith('alert_'))).toHaveLength(owners)
      expect(sent.filter((id) => id.startsWith('msg_')).length).toBeGreaterThan(0)
      expect(sent.filter((id, at) => sent.indexOf(id) !== at)).toEqual([])
      const said = receiver.received.map(({ body }) => body)
      expect(said.filter((body, at) => said.indexOf(body) !== at)).toEqual([])
    } finally {
      await receiver.stop()
      await mailServer.close()
      await store.close()
    }
  })

  /** Orders to be reminded of, to be ended and to be planned, people who wait, owners to be told. */
  async function seed(store: Store, mailServer: MailServer, receiver: WebhookReceiver): Promise<void> {
    const app = await build(store, mailServer)
    await store.db.updateTable('products').set({ stock: 50 }).where('id', '=', 'sm19').execute()
    const desk = testClient(app)
    await signUpProvenOperator(app, desk, 'owner')
    const hook = await desk.call('PUT', '/payment-test/webhook', { url: receiver.url })
    expect(hook.status).toBe(200)
    for (let count = 0; count < 4; count += 1) await placedOrder(testClient(app))
    const planned = await Promise.all(
      [1, 2, 3].map(() => placedOrder(testClient(app), { method: 'pay_on_delivery' })),
    )
    for (let number = 0; number < owners; number += 1) {
      const email = `waits${number}@kade.example`
      await testClient(app).post('/inquiries/waiting-list', { email, language: 'nl' })
    }
    app.clock.advance(7 * dayMs)
    for (let count = 0; count < 4; count += 1) await placedOrder(testClient(app))
    app.clock.advance(7 * dayMs + 60_000)
    now = app.clock.now()
    await store.db
      .updateTable('orders')
      .set({ expiresAt: new Date(now + 3 * dayMs) })
      .where(
        'id',
        'in',
        planned.map(({ order }) => order.id),
      )
      .execute()
    await raiseAlerts(store, receiver.url)
    const operator = testClient(app)
    await signUpProvenOperator(app, operator, 'owner')
    const mailing = await operator.post(
      '/desk/mailings',
      { audience: 'waiting' },
      { headers: { 'idempotency-key': 'once' } },
    )
    expect(mailing.status).toBe(200)
    await app.server.close()
  }
})
