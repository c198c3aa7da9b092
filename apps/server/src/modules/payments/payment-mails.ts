import type { IntentState } from '@shipminer/domain/payments/intent/intent'
import { isActive, isSucceeded } from '@shipminer/domain/payments/intent/intent'
import type { Language } from '@shipminer/i18n/languages'
import type { Trx } from '../../platform/db/store.ts'
import { mailText } from '../../platform/mail/mail-texts.ts'
import { enqueueMails } from '../../platform/mail/outbox.repository.ts'
import { renderMail } from '../../platform/mail/render-mail.ts'
import type { PayableOrder } from '../orders/orders.port.ts'
import type { IntentRow } from './intents/intents.repository.ts'
import { presentAmount } from './payments.presenter.ts'

export type PaymentMailContext = {
  productName: string
  publicUrl: string
  /** Of the provider. */
  language: Language
}

/** What a person at the provider has to know and the order's own mails do not report. */
export type Attention = 'wrong_network' | 'wrong_token' | 'late' | 'underpaid'

type Seen = Pick<IntentState, 'status' | 'exceptions' | 'amountReceived'>

/** What is new between two results of the reducer and needs a person; each is reported once. */
export function attentionFor(before: Seen, after: Seen): Attention[] {
  const began = (exception: 'wrong_network' | 'wrong_token') =>
    after.exceptions.includes(exception) && !before.exceptions.includes(exception)
  const isLeft = ({ status, exceptions }: Seen) =>
    exceptions.includes('late') && !isActive(status) && !isSucceeded(status)
  const isShort = ({ status, amountReceived }: Seen) => status === 'expired' && amountReceived > 0n
  return [
    ...(began('wrong_network') ? (['wrong_network'] as const) : []),
    ...(began('wrong_token') ? (['wrong_token'] as const) : []),
    ...(isLeft(after) && !isLeft(before) ? (['late'] as const) : []),
    ...(isShort(after) && !isShort(before) && !isLeft(after) ? (['underpaid'] as const) : []),
  ]
}

/** Notifies the provider of a payment that needs a person. */
export async function queueAttention(
  trx: Trx,
  context: PaymentMailContext,
  intent: IntentRow,
  order: PayableOrder,
  attention: Attention,
  at: Date,
): Promise<void> {
  const { language, productName, publicUrl } = context
  const subject = mailText(language, 'attention.subject', { number: order.number })
  const amount = (units: string) =>
    `${presentAmount(BigInt(units), intent.asset, intent.decimals)} ${intent.asset}`
  const { text, html } = renderMail({
    language,
    subject,
    greeting: mailText(language, 'greeting.plain'),
    paragraphs: [
      mailText(language, 'attention.body', { what: mailText(language, `attention.${attention}`) }),
    ],
    facts: [
      { label: mailText(language, 'fact.order'), value: order.number },
      { label: mailText(language, 'fact.intent'), value: intent.id },
      { label: mailText(language, 'fact.address'), value: `${intent.address} (${intent.chain})` },
      { label: mailText(language, 'fact.amountDue'), value: amount(intent.amountDue) },
      { label: mailText(language, 'fact.amountReceived'), value: amount(intent.amountReceived) },
    ],
    closing: [],
    footer: [productName],
  })
  const messageId = `payment.${intent.id}.${attention}.${at.getTime()}@${new URL(publicUrl).hostname}`
  await enqueueMails(
    trx,
    [{ messageId, recipient: null, replyTo: null, subject, textBody: text, htmlBody: html }],
    at,
  )
}
