import { randomUUID } from 'node:crypto'
import { type AlertKind, alertKindNames } from '@shipminer/domain/alerts/alert-kinds'
import { planNotice } from '@shipminer/domain/alerts/plan-notice'
import { minuteOfClock } from '@shipminer/domain/clock-time'
import { faultSentence } from '@shipminer/domain/device-fault'
import { minerName } from '@shipminer/domain/miner-name'
import { dateFormat } from '@shipminer/i18n/formats'
import { defaultLanguage, isLanguage, type Language } from '@shipminer/i18n/languages'
import type { Store } from '../../platform/db/store.ts'
import { forEachIsolated } from '../../platform/jobs/for-each-isolated.ts'
import { adviceText } from '../../platform/mail/advice-texts.ts'
import { type FaultTextKey, faultText } from '../../platform/mail/fault-texts.ts'
import { type MailTextKey, mailText } from '../../platform/mail/mail-texts.ts'
import { enqueueMails } from '../../platform/mail/outbox.repository.ts'
import { renderMail } from '../../platform/mail/render-mail.ts'
import { seal } from '../../platform/secret-box.ts'
import type { AccountMailContext } from '../users/users.port.ts'
import { listPushSubscriptions } from './alert-settings.repository.ts'
import { faultsOfDetail } from './alerts.port.ts'
import {
  enqueueDeliveries,
  listOwnersToTell,
  markTold,
  noteTold,
  type OwnerToTell,
  type UntoldRow,
} from './notices.repository.ts'

export type NoticeDeps = {
  store: Store
  clock: () => number
  secretKey: Buffer
  mail: AccountMailContext
}

/** More than this in one message helps no one. */
const listed = 20

/**
 * Notifies owners of new alerts: alerts raised together become one message on each channel, put into the outboxes in the transaction that
 * marks them as notified. The domain decides on quiet hours and pauses.
 */
export async function sendAlertNotices(deps: NoticeDeps): Promise<void> {
  const { store, clock } = deps
  const now = clock()
  const at = new Date(now)
  await forEachIsolated(
    await listOwnersToTell(store.db),
    ({ userId }) => `owner ${userId}`,
    async (owner) => {
      const { quietHours, criticalInQuietHours = true } = owner.channels
      const { tell, drop } = planNotice({
        now,
        minuteOfDay: minuteOfDay(at, quietHours?.timeZone ?? 'UTC'),
        untold: owner.alerts.map((alert) => ({ ...alert, raisedAt: alert.raisedAt.getTime() })),
        lastToldAt: owner.lastToldAt?.getTime() ?? null,
        quietHours: quietHours
          ? { fromMinute: minuteOfClock(quietHours.from), toMinute: minuteOfClock(quietHours.to) }
          : null,
        criticalInQuietHours,
      })
      if (tell.length === 0 && drop.length === 0) return
      await store.db.transaction().execute(async (trx) => {
        await markTold(trx, drop, at)
        // Another copy of the server may have told some of them meanwhile.
        const ours = await markTold(trx, tell, at)
        if (ours.length === 0) return
        await noteTold(trx, owner.userId, at)
        const alerts = owner.alerts.filter(({ id }) => ours.includes(id))
        const notice = noticeOf(owner, alerts, deps.mail)
        if (owner.email && owner.notifications.emailAlerts !== false)
          await enqueueMails(trx, [mailOf(notice, owner.email, deps.mail)], at)
        const { telegram, webhookUrl } = owner.channels
        const subscriptions = await listPushSubscriptions(trx, owner.userId)
        const sealed = (target: object) => seal(deps.secretKey, JSON.stringify(target))
        const to = (channel: 'telegram' | 'webhook' | 'push', target: object, body: object) => ({
          userId: owner.userId,
          channel,
          target: sealed(target),
          body: JSON.stringify(body),
        })
        await enqueueDeliveries(
          trx,
          [
            ...(telegram ? [to('telegram', telegram, { text: notice.text })] : []),
            ...(webhookUrl
              ? [
                  to(
                    'webhook',
                    { url: webhookUrl },
                    { type: 'alerts.raised', timestamp: at.toISOString(), data: notice.data },
                  ),
                ]
              : []),
            ...subscriptions.map((subscription) =>
              to('push', subscription, {
                title: notice.subject,
                body: notice.lines.join('\n'),
                url: notice.page,
              }),
            ),
          ],
          at,
        )
      })
    },
  )
}

type Notice = {
  language: Language
  subject: string
  lines: string[]
  /** The same with what to do, as a mail has room for. */
  sections: { heading: string; facts: { label: string; value: string }[] }[]
  /** The page to go on to: the miner's when there is one, else all alerts. */
  page: string
  more: string | null
  text: string
  data: object
}

function noticeOf(owner: OwnerToTell, alerts: readonly UntoldRow[], context: AccountMailContext): Notice {
  const language = isLanguage(owner.language) ? owner.language : defaultLanguage
  const text = (key: MailTextKey, values: Record<string, string> = {}) => mailText(language, key, values)
  const time = (alert: UntoldRow) => timeOf(alert, language)
  const worst = [...alerts].sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity))
  const lines = worst.slice(0, listed).map((alert) => {
    const said = faultsSaid(alert, language)
    const happened = happenedTo(alert, text)
    return `${happened}${said && `: ${said}`} — ${time(alert)}`
  })
  const [first] = worst
  const subject =
    worst.length === 1 && first
      ? text(`alert.${first.kind}` as MailTextKey, {
          name: first.minerId === null ? first.controllerName : nameOf(first),
        })
      : text('alert.subject.many', { count: String(worst.length) })
  const more = worst.length > listed ? text('alert.more', { count: String(worst.length - listed) }) : null
  return {
    language,
    subject,
    lines,
    sections: worst.slice(0, listed).map((alert) => sectionOf(alert, language, text)),
    page:
      worst.length === 1 && first && first.minerId !== null
        ? `/mining/miners/${first.minerId}`
        : '/dashboard/alerts',
    more,
    text: [subject, '', ...lines, ...(more ? [more] : []), '', `${context.publicUrl}/dashboard`].join('\n'),
    data: {
      alerts: worst.map((alert) => ({
        id: alert.id,
        kind: alert.kind,
        severity: alert.severity,
        raisedAt: alert.raisedAt.toISOString(),
        miner: alert.minerId === null ? null : nameOf(alert),
        controller: alert.controllerName,
        faults: faultsOfDetail(alert.detail),
      })),
    },
  }
}

type Text = (key: MailTextKey, values?: Record<string, string>) => string

const timeOf = ({ raisedAt, timeZone }: UntoldRow, language: Language) =>
  dateFormat(language, { dateStyle: 'short', timeStyle: 'short', timeZone }).format(raisedAt)

/** “Miner 3 (Aurora) is too hot”. */
function happenedTo(alert: UntoldRow, text: Text): string {
  const name = alert.minerId === null ? alert.controllerName : `${nameOf(alert)} (${alert.controllerName})`
  return text(`alert.${alert.kind}` as MailTextKey, { name })
}

/** What happened, since when, and what to do about it. */
function sectionOf(alert: UntoldRow, language: Language, text: Text): Notice['sections'][number] {
  const said = faultsSaid(alert, language)
  const kind = alertKindNames.find((name): name is AlertKind => name === alert.kind)
  return {
    heading: happenedTo(alert, text),
    facts: [
      { label: text('alert.since'), value: timeOf(alert, language) },
      ...(said === '' ? [] : [{ label: text('alert.reported'), value: said }]),
      ...(kind === undefined ? [] : [{ label: text('alert.todo'), value: adviceText(language, kind) }]),
    ],
  }
}

/** What the devices named as their faults, in words: “Fan 1 does not turn as it should (code 110)”. */
function faultsSaid(alert: UntoldRow, language: Language): string {
  return faultsOfDetail(alert.detail)
    .map((fault) => faultSentence(fault, (key, values) => faultText(language, key as FaultTextKey, values)))
    .join('; ')
}

const order = ['critical', 'warning', 'info']

function nameOf(alert: UntoldRow): string {
  return minerName({
    id: alert.minerId ?? 0,
    name: alert.minerName,
    model: alert.minerModel,
    make: alert.minerMake,
    worker: alert.minerWorker,
  })
}

function mailOf(notice: Notice, email: string, context: AccountMailContext) {
  const { language, subject, sections, more, page } = notice
  const { text, html } = renderMail({
    language,
    subject,
    greeting: mailText(language, 'greeting.plain'),
    paragraphs: [mailText(language, 'alert.body')],
    facts: [],
    sections,
    notes: more ? [more] : [],
    action: { label: mailText(language, 'alert.open'), url: `${context.publicUrl}${page}` },
    closing: [mailText(language, 'closing'), context.company.name ?? context.productName],
    footer: [mailText(language, 'alert.why', { url: `${context.publicUrl}/profile` })],
  })
  return {
    messageId: `alert.${randomUUID()}@${new URL(context.publicUrl).hostname}`,
    recipient: email,
    replyTo: context.providerEmail,
    subject,
    textBody: text,
    htmlBody: html,
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
