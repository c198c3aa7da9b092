import { previousMonth } from '@shipminer/domain/revenue/revenue-periods'
import { dateFormat } from '@shipminer/i18n/formats'
import { defaultLanguage, isLanguage, type Language } from '@shipminer/i18n/languages'
import type { Store } from '../../../platform/db/store.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { forEachIsolated, inPages } from '../../../platform/jobs/for-each-isolated.ts'
import { companyFooter } from '../../../platform/mail/company-footer.ts'
import { type MailTextKey, mailText } from '../../../platform/mail/mail-texts.ts'
import { enqueueMails, type NewMail } from '../../../platform/mail/outbox.repository.ts'
import { renderMail } from '../../../platform/mail/render-mail.ts'
import type { MailAttachment } from '../../../platform/mail/smtp-mailer.ts'
import { dayIn } from '../../../platform/time.ts'
import { readAccountZone } from '../../ships/ships.port.ts'
import type { AccountMailContext } from '../../users/users.port.ts'
import {
  listUndecided,
  noteDecided,
  removeOrphanedMails,
  type StatementReader,
} from './statement-mails.repository.ts'
import { type StatementTextKey, statementText } from './statement-texts.ts'
import type { Statements } from './statements.service.ts'

export type StatementMailDeps = {
  store: Store
  clock: () => number
  statements: Statements
  mail: AccountMailContext
}

/** Days of a month in which the statement of the last one still goes out: a server may have been down on the first. */
const sendUntilDay = 7
const ownersPerPage = 50

/**
 * Puts the statement of the month that is over into the outbox for everyone who wants it, has a verified address, and had anything to
 * report that month. Decided once for each owner and month, even with repeated or concurrent runs.
 */
export async function mailStatements(deps: StatementMailDeps): Promise<void> {
  const { store, clock, statements } = deps
  await removeOrphanedMails(store.db)
  const now = new Date(clock())
  if (now.getUTCDate() > sendUntilDay) return
  const month = previousMonth(now.getTime())
  const limit = ownersPerPage
  await forEachIsolated(
    inPages<StatementReader>((last) => listUndecided(store.db, month, { limit, behind: last?.id ?? null })),
    ({ id }) => `owner ${id}`,
    async (reader) => {
      const { email } = reader
      // West of Greenwich the month goes on for some hours: a later run decides.
      const today = dayIn(await readAccountZone(store.db, reader.id), now.getTime())
      if (today.startsWith(month)) return
      const isSent =
        email !== null && reader.wantsStatements && (await statements.hasContent(reader.id, month))
      await store.db.transaction().execute(async (trx) => {
        if (!(await noteDecided(trx, reader.id, month, now)) || !isSent || email === null) return
        await enqueueMails(trx, [statementMail(deps.mail, reader, email, month)], now)
      })
    },
  )
}

/** The attachment that a mail names `statement:<user>:<month>`. Null for other names, and for deleted users. */
export async function statementAttachment(
  statements: Statements,
  name: string,
): Promise<MailAttachment[] | null> {
  const [, userId, month] = /^statement:([0-9a-f-]{36}):(\d{4}-\d{2})$/.exec(name) ?? []
  if (userId === undefined || month === undefined) return null
  try {
    const { filename, pdf } = await statements.document(userId, month)
    return [{ filename, contentType: 'application/pdf', content: pdf }]
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

function statementMail(
  { productName, publicUrl, company, providerEmail }: AccountMailContext,
  reader: StatementReader,
  email: string,
  month: string,
): NewMail {
  const language: Language = isLanguage(reader.preferredLanguage) ? reader.preferredLanguage : defaultLanguage
  const monthName = dateFormat(language, {
    year: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${month}-01`))
  const values = { productName, month: monthName, url: publicUrl }
  const t = (key: StatementTextKey) => statementText(language, key, values)
  const common = (key: MailTextKey, more: Record<string, string> = {}) =>
    mailText(language, key, { ...values, ...more })
  const subject = t('mail.subject')
  const { text, html } = renderMail({
    language,
    subject,
    greeting: common('greeting.plain'),
    paragraphs: [t('mail.body')],
    facts: [],
    closing: [common('closing'), productName],
    footer: [t('mail.why'), t('mail.off'), ...companyFooter(language, company)],
  })
  return {
    messageId: `statement.${month}.${reader.id}@${new URL(publicUrl).hostname}`,
    recipient: email,
    replyTo: providerEmail,
    subject,
    textBody: text,
    htmlBody: html,
    attachment: `statement:${reader.id}:${month}`,
  }
}
