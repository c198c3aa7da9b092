import { defaultLanguage, isLanguage, type Language } from '@shipminer/i18n/languages'
import type { Operator } from '../../../platform/auth/authenticator.ts'
import type { Trx } from '../../../platform/db/store.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { companyFooter } from '../../../platform/mail/company-footer.ts'
import { type MailTextKey, mailText } from '../../../platform/mail/mail-texts.ts'
import { enqueueMails, type NewMail } from '../../../platform/mail/outbox.repository.ts'
import { renderMail } from '../../../platform/mail/render-mail.ts'
import { noteAction } from '../../operators/operators.port.ts'
import { statementFormats } from '../../revenue/revenue.port.ts'
import type { AccountMailContext } from '../../users/users.port.ts'
import { type LineRow, listLines, listPayees, type Payee } from '../payout-runs.repository.ts'
import type { PayoutsDeps } from '../payouts.deps.ts'
import { getRun, subjectOf } from '../payouts.service.ts'
import { type PayoutTextKey, payoutText } from './payout-texts.ts'

/** Notifies every owner of a run with a verified address of what was sent, with the statement attached. */
export async function queuePayoutMails(
  deps: Pick<PayoutsDeps, 'clock' | 'mail'>,
  trx: Trx,
  run: { id: number; txid: string },
  lines: readonly LineRow[],
): Promise<void> {
  const payees = new Map(
    (
      await listPayees(
        trx,
        lines.flatMap(({ userId }) => userId ?? []),
      )
    ).map((payee) => [payee.id, payee]),
  )
  const mails = lines.flatMap((line) => {
    const payee = payees.get(line.userId ?? '')
    return payee?.verifiedEmail ? [payoutMail(deps.mail, run, line, payee, payee.verifiedEmail)] : []
  })
  await enqueueMails(trx, mails, new Date(deps.clock()))
}

/**
 * Mails one owner of a run that was sent their statement once more, as a mail of its own; gives the address.
 *
 * @throws AppError `payout-run-not-found`, `payout-run-conflict`, `recipient-missing`
 */
export async function sendStatementAgain(
  deps: Pick<PayoutsDeps, 'store' | 'clock' | 'mail' | 'randomBytes'>,
  operator: Operator,
  id: string,
  userId: string,
): Promise<{ to: string }> {
  const run = await getRun(deps, id)
  const { txid } = run
  return deps.store.db.transaction().execute(async (trx) => {
    const line = (await listLines(trx, run.id)).find((one) => one.userId === userId)
    const [payee] = line ? await listPayees(trx, [userId]) : []
    if (!line || !payee) throw new AppError('payout-run-not-found')
    if (txid === null) throw new AppError('payout-run-conflict')
    const to = payee.verifiedEmail
    if (to === null) throw new AppError('recipient-missing')
    const mail = payoutMail(deps.mail, { id: run.id, txid }, line, payee, to)
    const unique = Buffer.from(deps.randomBytes(6)).toString('hex')
    await enqueueMails(
      trx,
      [{ ...mail, messageId: `again.${unique}.${mail.messageId}` }],
      new Date(deps.clock()),
    )
    await noteAction(deps, trx, operator, {
      action: 'payout.statement',
      subject: subjectOf(run.id),
      reason: payee.name,
    })
    return { to }
  })
}

function payoutMail(
  { productName, publicUrl, company, providerEmail }: AccountMailContext,
  run: { id: number; txid: string },
  line: LineRow,
  payee: Payee,
  email: string,
): NewMail {
  const language: Language = isLanguage(payee.preferredLanguage) ? payee.preferredLanguage : defaultLanguage
  const values = { productName, number: String(run.id), url: publicUrl }
  const t = (key: PayoutTextKey) => payoutText(language, key, values)
  const common = (key: MailTextKey, more: Record<string, string> = {}) =>
    mailText(language, key, { ...values, ...more })
  const subject = t('mail.subject')
  const { text, html } = renderMail({
    language,
    subject,
    greeting: common('greeting.plain'),
    paragraphs: [t('mail.body'), t('mail.time')],
    facts: [
      { label: t('amount'), value: statementFormats(language, 'UTC').amount(line.amountSat) },
      { label: t('address'), value: line.address },
      { label: t('transaction'), value: run.txid },
    ],
    closing: [common('closing'), productName],
    footer: [t('mail.why'), t('mail.look'), ...companyFooter(language, company)],
  })
  return {
    messageId: `payout.${run.id}.${payee.id}@${new URL(publicUrl).hostname}`,
    recipient: email,
    replyTo: providerEmail,
    subject,
    textBody: text,
    htmlBody: html,
    attachment: `payout:${run.id}:${payee.id}`,
  }
}
