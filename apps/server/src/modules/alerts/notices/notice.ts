import { randomUUID } from 'node:crypto'
import { type AlertKind, alertKindNames } from '@shipminer/domain/alerts/alert-kinds'
import { faultSentence } from '@shipminer/domain/fleet/device-fault'
import { minerName } from '@shipminer/domain/fleet/miner-name'
import { dateFormat } from '@shipminer/i18n/formats'
import { defaultLanguage, isLanguage, type Language } from '@shipminer/i18n/languages'
import { adviceText, otherMeterText } from '../../../platform/mail/advice-texts.ts'
import { asWords } from '../../../platform/mail/as-words.ts'
import { type FaultTextKey, faultText } from '../../../platform/mail/fault-texts.ts'
import { type MailTextKey, mailText } from '../../../platform/mail/mail-texts.ts'
import { renderMail } from '../../../platform/mail/render-mail.ts'
import type { AccountMailContext } from '../../users/users.port.ts'
import { faultsOfDetail, otherMeterOfDetail } from '../alerts.port.ts'
import type { PendingAlertRow } from './notices.repository.ts'

/** More than this in one message helps no one. */
const listed = 20
/** Up to so many alerts a message to a chat says what to do about each. */
const advisedInChat = 5

/** Whose alerts these are, when they go to somebody else because nobody acknowledged them. */
export type Escalation = { owner: string; ownerEmail: string | null; minutes: number; isCrew: boolean }

export type Notice = {
  language: Language
  subject: string
  /** What kind of message this is. */
  lead: string
  lines: string[]
  /** The same with what to do, as a mail has room for. */
  sections: { heading: string; facts: { label: string; value: string }[] }[]
  /** The page to go on to: the miner's when there is one, else all alerts. */
  page: string
  escalation: Escalation | null
  more: string | null
  /** For a chat, with what its one button opens. */
  chat: ChatMessage
  data: object
}

export type ChatMessage = { text: string; button: { label: string; url: string } }

/** One message about some alerts, in the language of its reader. */
export function noticeOf(
  reader: { language: string | null; escalation: Escalation | null },
  named: readonly (PendingAlertRow & { notifiedAt?: Date })[],
  context: AccountMailContext,
): Notice {
  const { escalation } = reader
  const alerts = escalation ? named.map(withoutLinks) : named
  const language = isLanguage(reader.language) ? reader.language : defaultLanguage
  const text = (key: MailTextKey, values: Record<string, string> = {}) => mailText(language, key, values)
  const time = (alert: PendingAlertRow) => timeOf(alert, language)
  const worst = [...alerts].sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity))
  const lines = worst.slice(0, listed).map((alert) => {
    const said = describeFaults(alert, language) || describeOtherMeter(alert, language)
    const happened = describeAlert(alert, text)
    return `${happened}${said && `: ${said}`} — ${time(alert)}`
  })
  const [first] = worst
  const what =
    worst.length === 1 && first
      ? text(`alert.${first.kind}` as MailTextKey, {
          name: first.minerId === null ? first.controllerName : nameOf(first),
        })
      : text(escalation ? 'alert.escalated.many' : 'alert.subject.many', { count: String(worst.length) })
  const subject = escalation ? text('alert.escalated.subject', { what }) : what
  const lead = escalation
    ? text('alert.escalated.body', { owner: escalation.owner, minutes: String(escalation.minutes) })
    : text('alert.body')
  const more = worst.length > listed ? text('alert.more', { count: String(worst.length - listed) }) : null
  const sections = worst.slice(0, listed).map((alert) => sectionOf(alert, language, text))
  const page =
    worst.length === 1 && first && first.minerId !== null
      ? `/mining/miners/${first.minerId}`
      : '/dashboard/alerts'
  return {
    language,
    subject,
    lead,
    escalation,
    lines,
    sections,
    page,
    more,
    chat: {
      text: [
        // One alert says what it is itself.
        ...(worst.length > 1 || escalation ? [subject] : []),
        ...(escalation ? [lead] : []),
        ...(worst.length > advisedInChat ? [lines.join('\n')] : sections.map(sectionInChat)),
        ...(more ? [more] : []),
      ].join('\n\n'),
      button: { label: text('alert.open'), url: `${context.publicUrl}${page}` },
    },
    data: {
      alerts: worst.map((alert) => ({
        id: alert.id,
        kind: alert.kind,
        severity: alert.severity,
        raisedAt: alert.raisedAt.toISOString(),
        miner: alert.minerId === null ? null : nameOf(alert),
        controller: alert.controllerName,
        faults: faultsOfDetail(alert.detail),
        otherMeter: otherMeterOfDetail(alert.detail),
      })),
    },
  }
}

/** What goes to the mailbox of somebody else carries no link that a name was made of. */
const withoutLinks = <Alert extends PendingAlertRow>(alert: Alert): Alert => ({
  ...alert,
  minerName: alert.minerName && asWords(alert.minerName),
  minerModel: alert.minerModel && asWords(alert.minerModel),
  minerMake: alert.minerMake && asWords(alert.minerMake),
  minerWorker: alert.minerWorker && asWords(alert.minerWorker),
  controllerName: asWords(alert.controllerName),
})

type Text = (key: MailTextKey, values?: Record<string, string>) => string

const timeOf = ({ raisedAt, timeZone }: PendingAlertRow, language: Language, at = raisedAt) =>
  dateFormat(language, { dateStyle: 'short', timeStyle: 'short', timeZone }).format(at)

/** “Miner 3 (Aurora) is too hot”. */
function describeAlert(alert: PendingAlertRow, text: Text): string {
  const name = alert.minerId === null ? alert.controllerName : `${nameOf(alert)} (${alert.controllerName})`
  return text(`alert.${alert.kind}` as MailTextKey, { name })
}

/** What happened, since when, and what to do about it. */
function sectionOf(
  alert: PendingAlertRow & { notifiedAt?: Date },
  language: Language,
  text: Text,
): Notice['sections'][number] {
  const said = describeFaults(alert, language)
  const meter = describeOtherMeter(alert, language)
  const kind = alertKindNames.find((name): name is AlertKind => name === alert.kind)
  return {
    heading: describeAlert(alert, text),
    facts: [
      { label: text('alert.since'), value: timeOf(alert, language) },
      ...(alert.notifiedAt
        ? [{ label: text('alert.escalated.notified'), value: timeOf(alert, language, alert.notifiedAt) }]
        : []),
      ...(said === '' ? [] : [{ label: text('alert.reported'), value: said }]),
      ...(meter === '' ? [] : [{ label: text('alert.why.meter'), value: meter }]),
      ...(kind === undefined ? [] : [{ label: text('alert.todo'), value: adviceText(language, kind) }]),
    ],
  }
}

const sectionInChat = ({ heading, facts }: Notice['sections'][number]) =>
  [heading, ...facts.map(({ label, value }) => `${label}: ${value}`)].join('\n')

/** What the devices named as their faults, in words: “Fan 1 does not turn as it should (code 110)”. */
function describeFaults(alert: PendingAlertRow, language: Language): string {
  return faultsOfDetail(alert.detail)
    .map((fault) => faultSentence(fault, (key, values) => faultText(language, key as FaultTextKey, values)))
    .join('; ')
}

/** That another meter answers than the one that was checked. What a meter wrote of itself is no link. */
function describeOtherMeter(alert: PendingAlertRow, language: Language): string {
  const other = otherMeterOfDetail(alert.detail)
  return other === null
    ? ''
    : otherMeterText(language, { part: other.part, is: asWords(other.is), was: asWords(other.was) })
}

const order = ['critical', 'warning', 'info']

function nameOf(alert: PendingAlertRow): string {
  return minerName({
    id: alert.minerId ?? 0,
    name: alert.minerName,
    model: alert.minerModel,
    make: alert.minerMake,
    worker: alert.minerWorker,
  })
}

/** The mail of a notice. Somebody without an account gets no button, and answers its owner. */
export function mailOf(notice: Notice, email: string, context: AccountMailContext) {
  const { language, subject, lead, sections, more, page, escalation } = notice
  const { text, html } = renderMail({
    language,
    subject,
    greeting: mailText(language, 'greeting.plain'),
    paragraphs: [lead],
    facts: [],
    sections,
    notes: more ? [more] : [],
    ...(escalation && !escalation.isCrew
      ? {}
      : { action: { label: mailText(language, 'alert.open'), url: `${context.publicUrl}${page}` } }),
    closing: [mailText(language, 'closing'), context.company.name ?? context.productName],
    footer: [
      escalation
        ? mailText(language, 'alert.escalated.why', { owner: escalation.owner })
        : mailText(language, 'alert.why', { url: `${context.publicUrl}/profile` }),
    ],
  })
  return {
    messageId: `alert.${randomUUID()}@${new URL(context.publicUrl).hostname}`,
    recipient: email,
    replyTo: escalation?.ownerEmail ?? context.providerEmail,
    subject,
    textBody: text,
    htmlBody: html,
  }
}
