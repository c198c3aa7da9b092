import { defaultLanguage, isLanguage, type Language } from '@shipminer/i18n/languages'
import type { Operator } from '../../../platform/auth/authenticator.ts'
import type { Context } from '../../../platform/context.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { companyFooter } from '../../../platform/mail/company-footer.ts'
import { type MailTextKey, mailText } from '../../../platform/mail/mail-texts.ts'
import { enqueueMails } from '../../../platform/mail/outbox.repository.ts'
import { renderMail } from '../../../platform/mail/render-mail.ts'
import type { MailAttachment } from '../../../platform/mail/smtp-mailer.ts'
import { noteAction } from '../../operators/operators.port.ts'
import type { PowerDeps } from '../power.deps.ts'
import { findNewestReport, findRecipient } from './commissioning.repository.ts'
import { readNewestPdf } from './commissioning.service.ts'

export type CommissioningMailDeps = Pick<Context, 'store' | 'clock' | 'randomBytes' | 'mail'>

/**
 * Mails the newest report of a controller to its owner, in their language; gives the address.
 *
 * @throws AppError `not-found`, `recipient-missing`
 */
export async function sendReport(
  deps: CommissioningMailDeps,
  operator: Operator,
  controllerId: string,
): Promise<{ to: string }> {
  const { productName, publicUrl, company, providerEmail } = deps.mail
  return deps.store.db.transaction().execute(async (trx) => {
    const report = await findNewestReport(trx, controllerId)
    if (report === null) throw new AppError('not-found')
    const owner = await findRecipient(trx, controllerId)
    if (owner === null) throw new AppError('recipient-missing')
    const language = isLanguage(owner.preferredLanguage) ? owner.preferredLanguage : defaultLanguage
    const t = (key: MailTextKey) => mailText(language, key, { name: report.controllerName, productName })
    const subject = t('commissioning.subject')
    const { text, html } = renderMail({
      language,
      subject,
      greeting: t('greeting.plain'),
      paragraphs: [t('commissioning.body')],
      facts: [],
      closing: [t('closing'), productName],
      footer: [t('commissioning.why'), ...companyFooter(language, company)],
    })
    const unique = Buffer.from(deps.randomBytes(6)).toString('hex')
    const mail = {
      messageId: `commissioning.${unique}@${new URL(publicUrl).hostname}`,
      recipient: owner.email,
      replyTo: providerEmail,
      subject,
      textBody: text,
      htmlBody: html,
      attachment: attachmentName(language, controllerId),
    }
    await enqueueMails(trx, [mail], new Date(deps.clock()))
    await noteAction(deps, trx, operator, {
      action: 'controller.report',
      subject: `controller ${controllerId}`,
      reason: null,
    })
    return { to: owner.email }
  })
}

const attachmentName = (language: Language, controllerId: string) =>
  `commissioning:${language}:${controllerId}`

/** The newest report of the controller that a mail names. Null for other names, and where there is none. */
export async function reportAttachment(deps: PowerDeps, name: string): Promise<MailAttachment[] | null> {
  const [, language = '', controllerId] = /^commissioning:(\w+):([\x21-\x7e]{1,64})$/.exec(name) ?? []
  if (controllerId === undefined || !isLanguage(language)) return null
  try {
    const { filename, pdfBase64 } = await readNewestPdf(deps, controllerId, language)
    return [{ filename, contentType: 'application/pdf', content: Buffer.from(pdfBase64, 'base64') }]
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
