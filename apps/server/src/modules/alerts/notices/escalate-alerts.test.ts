import type { AlertKind } from '@shipminer/domain/alerts/alert-kinds'
import { beforeEach, expect, test } from 'vitest'
import { insertController, insertMiner, insertOwner, insertShip } from '../../../../test/fleet-rows.ts'
import { describeEachEngine, resetTestStore } from '../../../platform/db/testing.ts'
import { SecretKey } from '../../../platform/secret-key/secret-key.ts'
import { savePushSubscription } from '../alert-settings.repository.ts'
import { clearAlerts } from '../alerts.repository.ts'
import { advanceAlert, alertSettings, saveAlertSettings } from '../alerts.service.ts'
import { sendAlertNotices } from './alert-notices.ts'
import { escalateAlerts } from './escalate-alerts.ts'

const secretKey = new SecretKey(Buffer.alloc(32, 3))
const start = Date.UTC(2026, 5, 1, 12)
const minute = 60_000
const second = 'wal@example.nl'

describeEachEngine('alerts that nobody acknowledges', ({ store }) => {
  let now = start
  let userId: string
  let shipId: string
  let minerId: number
  const mail = {
    productName: 'Shipminer',
    publicUrl: 'https://shipminer.example',
    company: { name: null, address: null, kvk: null, vatId: null },
    providerEmail: 'info@example.nl',
  }
  const deps = () => ({ store: store(), clock: () => now, secretKey, mail, refuseUrl: () => null })
  const raise = async (kind: AlertKind, severity: 'warning' | 'critical' = 'critical') => {
    const alert = { controllerId: 'SM-A', minerId, kind, severity, raisedAt: new Date(now) }
    const { id } = await store()
      .db.insertInto('alerts')
      .values(alert)
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  /** Time passes with a turn of the job each minute. */
  const pass = async (minutes: number) => {
    for (let turn = 0; turn < minutes; turn++) {
      now += minute
      await sendAlertNotices(deps())
      await escalateAlerts(deps())
    }
  }
  const mailsTo = (recipient: string) =>
    store()
      .db.selectFrom('mails')
      .select(['subject', 'textBody', 'replyTo'])
      .where('recipient', '=', recipient)
      .orderBy('id')
      .execute()
  const choose = (more: { email?: string | null; memberId?: string | null; afterMinutes?: number } = {}) =>
    saveAlertSettings(deps(), userId, {
      escalation: { afterMinutes: 15, email: second, memberId: null, ...more },
    })

  beforeEach(async () => {
    now = start
    const { db } = store()
    userId = await insertOwner(db, { name: 'Jan', email: 'jan@example.nl', emailVerifiedAt: new Date(start) })
    shipId = await insertShip(db, { userId, name: 'Aurora' })
    await insertController(db, { ownerId: userId, shipId })
    minerId = await insertMiner(db)
    return () => resetTestStore(store())
  })

  test('go to the second address once, which says that it is an escalation, of whom and since when', async () => {
    await choose()
    await raise('overheat')
    await raise('high-rejects', 'warning')
    await pass(15)
    expect(await mailsTo(second)).toEqual([])
    await pass(60)
    const [sent, ...more] = await mailsTo(second)
    expect(more).toEqual([])
    expect(sent?.subject).toMatch(/^Escalatie: .* wordt te heet$/)
    expect(sent?.textBody).toContain('Dit is een escalatie: Jan kreeg hier bericht van')
    expect(sent?.textBody).toContain('binnen 15 minuten')
    expect(sent?.textBody).toMatch(/Sinds: .*14:00/)
    expect(sent?.textBody).toMatch(/Eigenaar bericht gestuurd: .*14:01/)
    expect(sent?.textBody).not.toContain('https://')
    expect(sent?.replyTo).toBe('jan@example.nl')
    expect(await mailsTo('jan@example.nl')).toHaveLength(1)
  })

  test('nothing goes of what was acknowledged, is over, or before there was a second person', async () => {
    const acknowledged = await raise('overheat')
    const over = await raise('pool-down')
    await pass(5)
    await choose()
    await advanceAlert(deps(), { userId }, acknowledged, 'acknowledged')
    await clearAlerts(store().db, [over], new Date(now))
    await pass(60)
    expect(await mailsTo(second)).toEqual([])
    await saveAlertSettings(deps(), userId, { escalation: null })
    await raise('dead-board')
    await pass(60)
    await choose()
    await pass(14)
    expect(await mailsTo(second)).toEqual([])
    // The same person again is no new choice.
    await choose({ afterMinutes: 10 })
    await pass(1)
    expect(await mailsTo(second)).toHaveLength(1)
  })

  test('in quiet hours only when critical ones may break through; else afterwards, if still open', async () => {
    const quietHours = { from: '13:00', to: '18:00', timeZone: 'Europe/Amsterdam' }
    const channels = { email: true, telegram: null, webhookUrl: null, quietHours, criticalInQuietHours: true }
    await choose()
    await saveAlertSettings(deps(), userId, { channels })
    await raise('overheat')
    await pass(20)
    expect(await mailsTo(second)).toHaveLength(1)
    await raise('dead-board')
    await pass(2)
    await saveAlertSettings(deps(), userId, { channels: { ...channels, criticalInQuietHours: false } })
    await pass(60)
    expect(await mailsTo(second)).toHaveLength(1)
    now = start + 4 * 60 * minute
    await pass(1)
    expect(await mailsTo(second)).toHaveLength(2)
  })

  test('of two copies of the server one sends; what is acknowledged just then stays', async () => {
    await choose()
    const seen = await raise('overheat')
    await raise('dead-board')
    await pass(15)
    now += 10 * minute
    await advanceAlert(deps(), { userId }, seen, 'acknowledged')
    await Promise.all([escalateAlerts(deps()), escalateAlerts(deps())])
    expect((await mailsTo(second)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Escalatie: Een hashboard'),
    ])
  })

  test('somebody of the crew gets them in their own language and on their devices, while they are of the crew', async () => {
    const { db } = store()
    const memberId = await insertOwner(db, {
      ...{
        name: 'Piet',
        email: 'piet@example.nl',
        emailVerifiedAt: new Date(start),
        preferredLanguage: 'en',
      },
    })
    await expect(choose({ email: null, memberId })).rejects.toMatchObject({ code: 'invalid-request' })
    await db
      .insertInto('shipCrew')
      .values({ shipId, userId: memberId, role: 'viewer', joinedAt: new Date(start) })
      .execute()
    await choose({ email: null, memberId })
    expect(await alertSettings(deps(), userId)).toMatchObject({
      escalation: { afterMinutes: 15, email: null, memberId },
      crew: [{ userId: memberId, name: 'Piet', ships: ['Aurora'] }],
    })
    const endpoint = 'https://fcm.googleapis.com/fcm/send/x'
    await savePushSubscription(db, { endpoint, userId: memberId, keys: {}, at: new Date(now) })
    await raise('overheat')
    await pass(20)
    const [sent] = await mailsTo('piet@example.nl')
    expect(sent?.subject).toMatch(/^Escalation: .* is too hot$/)
    expect(sent?.textBody).toContain(`https://shipminer.example/mining/miners/${minerId}`)
    const queued = await db.selectFrom('alertDeliveries').select(['userId', 'channel', 'body']).execute()
    expect(queued).toMatchObject([{ userId: memberId, channel: 'push' }])
    expect(queued[0]?.body).toContain('Escalation')
    await db.deleteFrom('shipCrew').execute()
    await raise('dead-board')
    await pass(60)
    expect(await mailsTo('piet@example.nl')).toHaveLength(1)
    await db.deleteFrom('users').where('id', '=', memberId).execute()
    expect((await alertSettings(deps(), userId)).escalation).toBeNull()
  })

  test('carry no link that was made of a name', async () => {
    await choose()
    const evil = { name: 'https://evil.example/now' }
    await store().db.updateTable('miners').set(evil).execute()
    await store().db.updateTable('users').set(evil).execute()
    await store().db.updateTable('controllers').set(evil).execute()
    await raise('overheat')
    await pass(20)
    expect((await mailsTo(second)).map(({ textBody }) => /evil\.example|:\/\//.test(textBody ?? ''))).toEqual(
      [false],
    )
  })

  test('an address is one, and comes from an owner who can be answered', async () => {
    await expect(choose({ email: 'nobody' })).rejects.toMatchObject({ code: 'email-invalid' })
    await expect(choose({ memberId: userId })).rejects.toMatchObject({ code: 'invalid-request' })
    await expect(choose({ email: null })).rejects.toMatchObject({ code: 'invalid-request' })
    await store().db.updateTable('users').set({ emailVerifiedAt: null }).execute()
    await expect(choose()).rejects.toMatchObject({ code: 'email-not-verified' })
  })
})
