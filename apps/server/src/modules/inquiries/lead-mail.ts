import type { Language } from '@shipminer/i18n/languages'
import { type MailTextKey, mailText } from '../../platform/mail/mail-texts.ts'
import { type MailContent, renderMail } from '../../platform/mail/render-mail.ts'
import { isGreetable } from './greeting.ts'
import type { MailContext, RenderedMail } from './inquiry-mails.ts'

/** An operator's answer to an inquiry, with greeting and footer in the language of the lead. */
export function leadAnswerMail(
  lead: { name: string | null; reference: string; language: Language },
  answer: { subject: string; text: string },
  context: Pick<MailContext, 'productName' | 'publicUrl' | 'company'>,
): RenderedMail {
  const { language, name, reference } = lead
  const t = (key: MailTextKey, values?: Record<string, string>) => mailText(language, key, values)
  const content: MailContent = {
    language,
    subject: answer.subject,
    greeting: name !== null && isGreetable(name) ? t('greeting.named', { name }) : t('greeting.plain'),
    paragraphs: [...answer.text.split(/\n{2,}/).filter((text) => text !== ''), t('reference', { reference })],
    facts: [],
    closing: [t('closing'), context.productName],
    footer: [
      t('footer.why', { url: context.publicUrl }),
      ...[context.company.name, context.company.address].filter((line) => line !== null),
    ],
  }
  return { subject: content.subject, ...renderMail(content) }
}
