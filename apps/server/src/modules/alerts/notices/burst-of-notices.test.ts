import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../../test/build-test-app.ts'
import { insertController, insertMiner, insertOwner } from '../../../../test/fleet-rows.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../../../test/services/webhook-receiver.ts'
import { describeEachEngine, resetTestStore } from '../../../platform/db/testing.ts'
import { saveChannels } from '../alert-settings.repository.ts'

/*
 * A burst of notices over real sockets, by the job as it runs: one owner's receiver takes every message and never answers, another one's has
 * a long queue, and all others are told while the first still hangs.
 */
const neighbours = 40

describeEachEngine('a burst of notices', ({ store }) => {
  let app: TestApp
  let hangs: WebhookReceiver
  let fine: WebhookReceiver
  beforeEach(async () => {
    app = await buildTestApp(store(), { settings: { WEBHOOK_ALLOW_LOOPBACK: 'true' } })
    ;[hangs, fine] = [await startWebhookReceiver(), await startWebhookReceiver()]
    hangs.answer = { status: 200, hang: true }
  })
  afterEach(async () => {
    await hangs.stop()
    await fine.stop()
    await app.jobs.stop()
    await app.server.close()
    await resetTestStore(store())
  })

  /** An owner with a miner that is too hot, told by a webhook. */
  async function owner(number: number, url: string): Promise<string> {
    const { db } = store()
    const id = await insertOwner(db, { name: `Owner ${number}` })
    const controllerId = `SM-${number}`
    await insertController(db, { id: controllerId, ownerId: id, claimKeyHash: Buffer.from(controllerId) })
    const minerId = await insertMiner(db, { controllerId, deviceKey: 'mac:1' })
    const raisedAt = new Date(app.clock.now() - 60_000)
    const alert = { controllerId, minerId, kind: 'overheat', severity: 'critical', raisedAt } as const
    await db.insertInto('alerts').values(alert).execute()
    await saveChannels(db, id, { webhookUrl: `${url}?owner=${number}` })
    return id
  }

  const queued = 30
  const patient = { timeout: 150_000 }

  test('one that hangs and one with a long queue keep none of forty others waiting', async () => {
    const hanging = await owner(0, hangs.url)
    const busy = await owner(1, fine.url)
    const sealed = app.secretKey.sealText(JSON.stringify({ url: `${fine.url}?owner=1` }))
    const at = new Date(app.clock.now() - 1_000)
    const message = {
      userId: busy,
      channel: 'webhook',
      target: sealed,
      createdAt: at,
      nextAttemptAt: at,
    } as const
    await store()
      .db.insertInto('alertDeliveries')
      .values(Array.from({ length: queued }, (_, n) => ({ ...message, body: JSON.stringify({ n }) })))
      .execute()
    for (let number = 2; number < neighbours + 2; number += 1) await owner(number, fine.url)
    app.jobs.start()
    const waiting = async () => {
      const rows = await store().db.selectFrom('alertDeliveries').select('userId').execute()
      return rows.map(({ userId }) => userId)
    }
    await expect.poll(() => fine.received.length, patient).toBe(queued + neighbours + 1)
    await expect.poll(waiting, patient).toEqual([hanging])
    expect(hangs.received).toHaveLength(1)
    // The queue was there first, and had no more than its turn before the others.
    const isQueued = fine.received.map(({ body }) => body.startsWith('{"n"'))
    expect(isQueued.indexOf(false)).toBeLessThan(queued / 2)
  })
})
