import { answerWithinMs } from '@shipminer/domain/service/answer-clock'
import { dateFormat } from '@shipminer/i18n/formats'
import { defaultLanguage, isLanguage, type Language } from '@shipminer/i18n/languages'
import type { Trx } from '../../platform/db/store.ts'
import { companyFooter } from '../../platform/mail/company-footer.ts'
import { type MailTextKey, mailText } from '../../platform/mail/mail-texts.ts'
import { enqueueMails } from '../../platform/mail/outbox.repository.ts'
import { type MailContent, renderMail } from '../../platform/mail/render-mail.ts'
import type { AccountMailContext } from '../users/users.port.ts'
import type { ServiceDeps } from './service.deps.ts'
import { type ServiceTextKey, serviceText } from './service-texts.ts'

/** What a mail states about a report. */
export type MailedReport = {
  id: string
  reference: string
  subject: string
  shipName: string | null
  minerName: string | null
  askedAt: Date
  phone: string | null
}
export type MailedOwner = { name: string; email: string | null; language: string | null }

/** `opened` is the automatic mail; the others carry a person's message. */
export type OwnerNews = 'opened' | 'answered' | 'closed' | 'reopened'
export type DeskNews = 'opened' | 'replied' | 'closed' | 'reopened'

/** A time in the ships' home time zone, with its zone. */
function formatTime(at: number, language: Language): string {
  return dateFormat(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'Europe/Amsterdam',
    timeZoneName: 'short',
  }).format(at)
}

const paragraphs = (text: string | null) =>
  (text ?? '').split(/\r?\n(?:[ \t]*\r?\n)+/).filter((part) => part.trim() !== '')

function factsOf(report: MailedReport, language: Language): MailContent['facts'] {
  const t = (key: ServiceTextKey) => serviceText(language, key)
  const facts: [string, string | null][] = [
    [mailText(language, 'fact.reference'), report.reference],
    [t('fact.subject'), t(`subject.${report.subject}` as ServiceTextKey)],
    [t('fact.ship'), report.shipName],
    [t('fact.miner'), report.minerName],
  ]
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}

/** Notifies the owner, in their language, of what the desk did; `opened` states when they will be answered. */
export function ownerMail(
  report: MailedReport,
  owner: MailedOwner,
  news: { kind: OwnerNews; text: string | null },
  { productName, publicUrl, company }: AccountMailContext,
): { subject: string; text: string; html: string } {
  const language = isLanguage(owner.language) ? owner.language : defaultLanguage
  const { reference } = report
  const values = {
    productName,
    reference,
    time: formatTime(report.askedAt.getTime() + answerWithinMs, language),
  }
  const t = (key: ServiceTextKey) => serviceText(language, key, values)
  const common = (key: MailTextKey, more: Record<string, string> = {}) => mailText(language, key, more)
  const subject = t(`owner.${news.kind}.subject`)
  const content: MailContent = {
    language,
    subject,
    greeting: common('greeting.named', { name: owner.name }),
    paragraphs: [
      t(`owner.${news.kind}.body`),
      ...paragraphs(news.text),
      t('owner.link'),
      `${publicUrl}/dashboard/service/${report.id}`,
    ],
    facts: news.kind === 'opened' ? factsOf(report, language) : [],
    closing: [common('closing'), productName],
    footer: [t('owner.why'), ...companyFooter(language, company)],
  }
  return { subject, ...renderMail(content) }
}

/** Notifies the provider, in its language, of what the owner did. */
export function deskMail(
  report: MailedReport,
  owner: MailedOwner,
  news: { kind: DeskNews; text: string | null },
  language: Language,
  { productName, publicUrl }: AccountMailContext,
): { subject: string; text: string; html: string } {
  const { reference } = report
  const about = report.minerName ?? report.shipName ?? owner.name
  const values = { reference, about, time: formatTime(report.askedAt.getTime() + answerWithinMs, language) }
  const t = (key: ServiceTextKey) => serviceText(language, key, values)
  const subject = t(`desk.${news.kind}.subject`)
  const isClock = news.kind === 'opened' || news.kind === 'reopened'
  const content: MailContent = {
    language,
    subject,
    greeting: null,
    paragraphs: [
      ...(isClock ? [t('desk.due')] : []),
      ...paragraphs(news.text),
      `${publicUrl}/desk/service/${report.id}`,
    ],
    facts: [
      { label: mailText(language, 'fact.name'), value: owner.name },
      ...(report.phone ? [{ label: mailText(language, 'fact.phone'), value: report.phone }] : []),
      ...factsOf(report, language),
    ],
    closing: [],
    footer: [productName],
  }
  return { subject, ...renderMail(content) }
}

/** Puts a mail to the owner, or to the provider (`owner` null as recipient), into the outbox, in the transaction of the event. */
export async function queueReportMail(
  deps: Pick<ServiceDeps, 'clock' | 'randomBytes' | 'mail' | 'providerLanguage'>,
  trx: Trx,
  report: MailedReport,
  owner: MailedOwner,
  news:
    | { to: 'owner'; kind: OwnerNews; text: string | null }
    | { to: 'desk'; kind: DeskNews; text: string | null },
): Promise<void> {
  // Without a verified address the owner finds the answer in the dashboard.
  if (news.to === 'owner' && owner.email === null) return
  const { subject, text, html } =
    news.to === 'owner'
      ? ownerMail(report, owner, news, deps.mail)
      : deskMail(report, owner, news, deps.providerLanguage, deps.mail)
  const unique = Buffer.from(deps.randomBytes(6)).toString('hex')
  await enqueueMails(
    trx,
    [
      {
        messageId: `service.${report.reference}.${unique}@${new URL(deps.mail.publicUrl).hostname}`,
        recipient: news.to === 'owner' ? owner.email : null,
        replyTo: news.to === 'owner' ? deps.mail.providerEmail : null,
        subject,
        textBody: text,
        htmlBody: html,
      },
    ],
    new Date(deps.clock()),
  )
}
