import type { Language } from '@shipminer/i18n/languages'
import type { Store, Trx } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { countMailsTo, enqueueMails, type NewMail } from '../../platform/mail/outbox.repository.ts'
import { findCatalogueEntry, listCatalogueEntries } from '../catalogue/catalogue.port.ts'
import { insertInquiry } from './inquiries.repository.ts'
import { acceptInquiry, type InquiryRequest, isBot } from './inquiry.policy.ts'
import type { Inquiry } from './inquiry.ts'
import {
  confirmationMail,
  type MailContext,
  providerMail,
  type RenderedMail,
  type StoredInquiry,
} from './inquiry-mails.ts'
import { inquiryReference } from './inquiry-reference.ts'

export type InquiryDeps = {
  store: Store
  clock: () => number
  randomBytes: (count: number) => Uint8Array
  logger: { info(details: object, message: string): void; warn(details: object, message: string): void }
  productName: string
  publicUrl: string
  /** Whether the payment test product is offered. */
  paymentTest: boolean
  company: MailContext['company']
  providerLanguage: Language
  /** Reply-to address of a confirmation; null: its sender's. */
  providerEmail: string | null
}

export type Receipt = { received: true; reference: string }

/** Confirmations that one address gets in a day: so that the form cannot be used to flood a mailbox. */
const confirmationsPerDay = 5
const dayMs = 86_400_000

/**
 * Stores a visitor's request with the mails to the provider and to the sender, all or nothing. What fell into the honeypot gets the same
 * answer and is not stored.
 *
 * @throws AppError `required-fields-missing`, `email-invalid`, `product-not-found`
 */
export async function receiveInquiry(
  deps: InquiryDeps,
  request: InquiryRequest,
  browserLanguage: Language,
): Promise<Receipt> {
  const reference = inquiryReference(deps.randomBytes)
  if (isBot(request)) {
    deps.logger.info({ form: request.form }, 'inquiry fell into the honeypot')
    return { received: true, reference }
  }
  const accepted = acceptInquiry(request, browserLanguage)
  if (!accepted.ok) {
    throw new AppError(accepted.code, {
      issues: accepted.fields.map((field) => ({ path: `body.${field}`, message: accepted.code })),
    })
  }
  const shown = { withDevOnly: deps.paymentTest, productName: deps.productName }
  const { productId } = accepted.inquiry
  const product = productId === null ? null : await findCatalogueEntry(deps.store.db, productId, shown)
  if (productId !== null && !product) throw new AppError('product-not-found')
  const catalogue = accepted.inquiry.kind === 'custom' ? await listCatalogueEntries(deps.store.db, shown) : []
  const { productName, publicUrl, company } = deps
  const context: MailContext = { productName, publicUrl, company, product, catalogue }
  const receipt = await deps.store.db
    .transaction()
    .execute((trx) => storeInquiry(deps, trx, { ...accepted.inquiry, reference }, context))
  deps.logger.info({ kind: accepted.inquiry.kind, reference: receipt.reference }, 'inquiry received')
  return receipt
}

async function storeInquiry(
  deps: InquiryDeps,
  trx: Trx,
  inquiry: Inquiry & { reference: string },
  context: MailContext,
): Promise<Receipt> {
  const now = new Date(deps.clock())
  const { reference, isNew } = await insertInquiry(trx, { ...inquiry, createdAt: now })
  if (!isNew) return { received: true, reference }
  const stored: StoredInquiry = { ...inquiry, reference }
  const recent = await countMailsTo(trx, inquiry.email, new Date(now.getTime() - dayMs))
  const toProvider = mail(providerMail(stored, deps.providerLanguage, context), `lead.${reference}`, {
    recipient: null,
    replyTo: inquiry.email,
  })
  const toSender = mail(confirmationMail(stored, context), `receipt.${reference}`, {
    recipient: inquiry.email,
    replyTo: deps.providerEmail,
  })
  const confirmed = recent < confirmationsPerDay
  if (!confirmed) deps.logger.warn({ reference }, 'no confirmation: the address got too many today')
  await enqueueMails(trx, confirmed ? [toProvider, toSender] : [toProvider], now)
  return { received: true, reference }

  function mail(
    { subject, text, html }: RenderedMail,
    name: string,
    to: Pick<NewMail, 'recipient' | 'replyTo'>,
  ): NewMail {
    const messageId = `${name}@${new URL(deps.publicUrl).hostname}`
    return { messageId, subject, textBody: text, htmlBody: html, ...to }
  }
}
