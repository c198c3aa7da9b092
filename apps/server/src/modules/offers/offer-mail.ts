import { dateFormat, formatEuro } from '@shipminer/i18n/formats'
import type { Language } from '@shipminer/i18n/languages'
import type { Trx } from '../../platform/db/store.ts'
import { companyFooter } from '../../platform/mail/company-footer.ts'
import { type MailTextKey, mailText } from '../../platform/mail/mail-texts.ts'
import { enqueueMails } from '../../platform/mail/outbox.repository.ts'
import { type MailContent, renderMail } from '../../platform/mail/render-mail.ts'
import { isGreetable } from '../inquiries/inquiries.port.ts'
import type { OfferDeps } from './offers.deps.ts'
import { buyerOf, languageOf } from './offers.presenter.ts'
import type { OfferRow } from './offers.repository.ts'

/** Address of the page of an offer, with its key behind the `#`, where no server sees it. */
export function offerLink({ publicUrl, keys }: Pick<OfferDeps, 'publicUrl' | 'keys'>, id: string): string {
  return `${publicUrl}/offer/${id}#key=${keys.of(id)}`
}

/** Mails an offer, with its paper and the link that accepts it. */
export async function mailOffer(deps: OfferDeps, trx: Trx, row: OfferRow, at: Date): Promise<void> {
  const content = contentOf(deps, row)
  const { text, html } = renderMail(content)
  const unique = Buffer.from(deps.randomBytes(6)).toString('hex')
  await enqueueMails(
    trx,
    [
      {
        messageId: `offer.${row.number}.${unique}@${new URL(deps.publicUrl).hostname}`,
        recipient: row.email,
        replyTo: deps.providerEmail,
        subject: content.subject,
        textBody: text,
        htmlBody: html,
        attachment: `offer:${row.id}`,
      },
    ],
    at,
  )
}

function contentOf(deps: OfferDeps, row: OfferRow): MailContent {
  const language = languageOf(row)
  const { number, quantity, productName } = row
  const { grossCents } = deps.orders.totals(row)
  const date = formatDay(row.validUntil, language)
  const t = (key: MailTextKey, values?: Record<string, string>) =>
    mailText(language, key, { number, productName: deps.productName, date, ...values })
  const { firstName = '', lastName = '' } = buyerOf(row)
  const name = `${firstName} ${lastName}`.trim()
  return {
    language,
    subject: t('offer.subject'),
    greeting: isGreetable(name) ? t('greeting.named', { name }) : t('greeting.plain'),
    paragraphs: [
      t('offer.body'),
      ...(row.note === null ? [] : row.note.split(/\n{2,}/).filter((part) => part !== '')),
      t('offer.accept'),
      offerLink(deps, row.id),
    ],
    facts: [
      { label: t('fact.offer'), value: number },
      { label: t('fact.product'), value: `${quantity} × ${productName}` },
      { label: t('fact.total'), value: formatEuro(language, grossCents) },
      { label: t('fact.validUntil'), value: date },
    ],
    closing: [t('closing'), deps.productName],
    footer: [t('footer.why', { url: deps.publicUrl }), ...companyFooter(language, deps.mailCompany)],
  }
}

/** A day (ISO date) in words. */
export function formatDay(day: string, language: Language): string {
  return dateFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T12:00:00Z`))
}
