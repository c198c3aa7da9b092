import type { Language } from '@shipminer/i18n/languages'
import type { Trx } from '../../platform/db/store.ts'
import { mailText } from '../../platform/mail/mail-texts.ts'
import { enqueueMails } from '../../platform/mail/outbox.repository.ts'
import { renderMail } from '../../platform/mail/render-mail.ts'

export type WebhookMailContext = {
  productName: string
  publicUrl: string
  /** Of the provider. */
  language: Language
}

/** Notifies the provider that messages are no longer sent to an address, and why. */
export async function queueWebhookOff(
  trx: Trx,
  deps: { mail: WebhookMailContext; randomBytes: (count: number) => Uint8Array },
  { url, kind, at }: { url: string; kind: 'gone' | 'given-up'; at: Date },
): Promise<void> {
  const { language, productName, publicUrl } = deps.mail
  const reason = mailText(language, kind === 'gone' ? 'webhookOff.gone' : 'webhookOff.silent')
  const subject = mailText(language, 'webhookOff.subject', { host: new URL(url).host })
  const { text, html } = renderMail({
    language,
    subject,
    greeting: mailText(language, 'greeting.plain'),
    paragraphs: [mailText(language, 'webhookOff.body', { url, reason })],
    facts: [],
    closing: [],
    footer: [productName],
  })
  const messageId = `webhook.${Buffer.from(deps.randomBytes(12)).toString('hex')}@${new URL(publicUrl).hostname}`
  const mail = { messageId, recipient: null, replyTo: null, subject, textBody: text, htmlBody: html }
  await enqueueMails(trx, [mail], at)
}
