import { planNotice } from '@shipminer/domain/alerts/plan-notice'
import { minuteOfClock } from '@shipminer/domain/clock-time'
import { dateFormat } from '@shipminer/i18n/formats'
import type { Store, Trx } from '../../../platform/db/store.ts'
import { forEachIsolated } from '../../../platform/jobs/for-each-isolated.ts'
import { enqueueMails } from '../../../platform/mail/outbox.repository.ts'
import type { SecretKey } from '../../../platform/secret-key/secret-key.ts'
import type { AccountMailContext } from '../../users/users.port.ts'
import { listPushSubscriptions, type StoredChannels } from '../alert-settings.repository.ts'
import { findLink } from '../telegram/telegram.repository.ts'
import { mailOf, type Notice, noticeOf } from './notice.ts'
import {
  enqueueDeliveries,
  listOwnersToNotify,
  markNotified,
  recordNotification,
} from './notices.repository.ts'

export type NoticeDeps = {
  store: Store
  clock: () => number
  secretKey: SecretKey
  mail: AccountMailContext
}

/**
 * Notifies owners of new alerts: alerts raised together become one message on each channel, put into the outboxes in the transaction that
 * marks them as notified. The domain decides on quiet hours and pauses.
 */
export async function sendAlertNotices(deps: NoticeDeps): Promise<void> {
  const { store, clock } = deps
  const now = clock()
  const at = new Date(now)
  await forEachIsolated(
    await listOwnersToNotify(store.db),
    ({ userId }) => `owner ${userId}`,
    async (owner) => {
      const { notify, drop } = planNotice({
        now,
        ...quietOf(owner.channels, at),
        pending: owner.alerts.map((alert) => ({ ...alert, raisedAt: alert.raisedAt.getTime() })),
        lastNotifiedAt: owner.lastNotifiedAt?.getTime() ?? null,
      })
      if (notify.length === 0 && drop.length === 0) return
      await store.db.transaction().execute(async (trx) => {
        await markNotified(trx, drop, at)
        // Another copy of the server may have notified of some of them meanwhile.
        const ours = await markNotified(trx, notify, at)
        if (ours.length === 0) return
        await recordNotification(trx, owner.userId, at)
        const alerts = owner.alerts.filter(({ id }) => ours.includes(id))
        const { email, language, notifications, channels } = owner
        await queueNotice(trx, deps, noticeOf({ language, escalation: null }, alerts, deps.mail), {
          userId: owner.userId,
          email: email && notifications.emailAlerts !== false ? email : null,
          channels,
        })
      })
    },
  )
}

/** Puts a notice into the outboxes of all channels of one person. */
export async function queueNotice(
  trx: Trx,
  deps: NoticeDeps,
  notice: Notice,
  to: { userId: string | null; email: string | null; channels: StoredChannels },
): Promise<void> {
  const { userId, email, channels } = to
  const at = new Date(deps.clock())
  if (email) await enqueueMails(trx, [mailOf(notice, email, deps.mail)], at)
  if (userId === null) return
  const { telegram, webhookUrl } = channels
  const subscriptions = await listPushSubscriptions(trx, userId)
  const link = await findLink(trx, userId)
  const message = (channel: 'telegram' | 'webhook' | 'push', target: object, body: object) => ({
    userId,
    channel,
    target: deps.secretKey.sealText(JSON.stringify(target)),
    body: JSON.stringify(body),
  })
  const raised = { type: 'alerts.raised', timestamp: at.toISOString(), data: notice.data }
  const shown = { title: notice.subject, body: notice.lines.join('\n'), url: notice.page }
  await enqueueDeliveries(
    trx,
    [
      ...(telegram ? [message('telegram', telegram, notice.chat)] : []),
      ...(link && link.brokenAt === null ? [message('telegram', { chatId: link.chatId }, notice.chat)] : []),
      ...(webhookUrl ? [message('webhook', { url: webhookUrl }, raised)] : []),
      ...subscriptions.map((subscription) => message('push', subscription, shown)),
    ],
    at,
  )
}

/** The quiet hours of a person and their time of day, as the plans of notices take them. */
export function quietOf({ quietHours, criticalInQuietHours = true }: StoredChannels, at: Date) {
  return {
    minuteOfDay: minuteOfDay(at, quietHours?.timeZone ?? 'UTC'),
    quietHours: quietHours
      ? { fromMinute: minuteOfClock(quietHours.from), toMinute: minuteOfClock(quietHours.to) }
      : null,
    criticalInQuietHours,
  }
}

/** Minute of the day in a time zone; an unknown zone is UTC. */
export function minuteOfDay(at: Date, timeZone: string): number {
  const clock = (zone: string) =>
    dateFormat('en-GB', {
      timeZone: zone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(at)
  try {
    return minuteOfClock(clock(timeZone))
  } catch {
    return minuteOfClock(clock('UTC'))
  }
}
