import type { Language } from '@shipminer/i18n/languages'
import { companyFooter } from '../../platform/mail/company-footer.ts'
import { type MailTextKey, mailText } from '../../platform/mail/mail-texts.ts'
import { type MailContent, renderMail } from '../../platform/mail/render-mail.ts'
import { isGreetable } from '../inquiries/inquiries.port.ts'
import { unsubscribeLink, unsubscribeToken, waitingToken } from '../newsletter/newsletter.port.ts'
import { type Texts, textFor } from './mailing.policy.ts'
import type { Addressee, MailingDeps } from './mailings.deps.ts'

type Shelf = readonly { id: string; name: string; path: string }[]
type MailDeps = Pick<MailingDeps, 'productName' | 'publicUrl' | 'company' | 'secretKey'>

export type MailingMail = { subject: string; text: string; html: string; unsubscribeUrl: string }

/** Tells somebody, once, that they can order what they asked for. */
export function availableMail(to: Addressee, shelf: Shelf, deps: MailDeps): MailingMail {
  const { language, wanted } = to
  const t = (key: MailTextKey, values?: Record<string, string>) => mailText(language, key, values)
  const products = shelf.filter(({ id }) => wanted.includes(id))
  const [only] = products
  const productName = products.map(({ name }) => name).join(', ')
  return finish(to, deps, {
    subject: only ? t('available.subject', { productName }) : t('available.subjectShop'),
    paragraphs: [only ? t('available.body', { productName }) : t('available.bodyShop'), t('available.once')],
    action: {
      label: t('available.action'),
      url: `${deps.publicUrl}${products.length === 1 && only ? only.path : '/koop'}?lang=${language}`,
    },
  })
}

/** What was written, as one reader gets it; null: nothing was written that they could be sent. */
export function newsletterMail(to: Addressee, texts: Texts, deps: MailDeps): MailingMail | null {
  const written = textFor(texts, to.language)
  if (!written) return null
  const paragraphs = written.text.split(/(?:\r?\n){2,}/).filter((text) => text.trim() !== '')
  return finish(to, deps, { subject: written.subject, paragraphs })
}

function finish(
  { language, name, inquiryId, userId }: Addressee,
  deps: MailDeps,
  message: Pick<MailContent, 'subject' | 'paragraphs' | 'action'>,
): MailingMail {
  const t = (key: MailTextKey, values?: Record<string, string>) => mailText(language, key, values)
  const unsubscribeUrl = ownLink(deps, { language, inquiryId, userId })
  const content: MailContent = {
    language,
    ...message,
    greeting: name !== null && isGreetable(name) ? t('greeting.named', { name }) : t('greeting.plain'),
    facts: [],
    closing: [t('closing'), deps.productName],
    footer: [
      t(inquiryId === null ? 'newsletter.why' : 'available.why', { url: deps.publicUrl }),
      ...companyFooter(language, deps.company),
    ],
    unsubscribe: { label: t('newsletter.unsubscribe'), url: unsubscribeUrl },
  }
  return { subject: content.subject, ...renderMail(content), unsubscribeUrl }
}

function ownLink(
  deps: MailDeps,
  { language, inquiryId, userId }: { language: Language; inquiryId: string | null; userId: string | null },
): string {
  if (inquiryId !== null)
    return unsubscribeLink(deps, waitingToken(inquiryId, deps.secretKey), language, 'waiting')
  return unsubscribeLink(deps, unsubscribeToken(userId ?? '', deps.secretKey), language)
}
