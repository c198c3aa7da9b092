import type { Lead } from '@shipminer/contract/desk'
import type { Language } from '@shipminer/i18n/languages'
import type { i18n, TFunction } from 'i18next'
import { productName } from '../../../../config/env.ts'
import { formatPower, joinQuantity } from '../../../../lib/format/format.ts'
import { productNameOf } from '../../../../lib/format/product-names.ts'

export type Answer = { subject: string; text: string }

/** An answer to start from, with the texts of `t`, which are in `language`. */
export function answerTemplate(t: TFunction<'desk'>, language: Language, lead: Lead): Answer {
  const product = (lead.product && productNameOf(lead.product)) || productName
  const lines = [
    lead.name ? t('mail.hello', { name: lead.name }) : t('mail.helloNobody'),
    '',
    t(`mail.${lead.kind}`, { product }),
  ]
  if (lead.kind === 'custom' && lead.spareKw !== null)
    lines.push(t('mail.spare', { spare: joinQuantity(formatPower(language, lead.spareKw * 1000)) }))
  lines.push('', '', t('mail.bye'), productName)
  return { subject: t('mail.subject', { reference: lead.reference }), text: lines.join('\n') }
}

/** `answerTemplate` in the sender's language; its texts are fetched when they are not loaded yet. */
export async function loadAnswerTemplate(translator: i18n, lead: Lead): Promise<Answer> {
  if (!translator.hasResourceBundle(lead.language, 'desk'))
    await translator.reloadResources([lead.language], ['desk'])
  return answerTemplate(translator.getFixedT(lead.language, 'desk'), lead.language, lead)
}
