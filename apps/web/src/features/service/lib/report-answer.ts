import type { FaultSubject } from '@shipminer/contract/shop/service'
import type { Language } from '@shipminer/i18n/languages'
import type { i18n } from 'i18next'

/** A template for an answer, in the owner's language; its texts are fetched when they are not loaded yet. */
export async function loadAnswerTemplate(
  translator: i18n,
  report: { subject: FaultSubject; language: Language },
): Promise<string> {
  const { language, subject } = report
  if (!translator.hasResourceBundle(language, 'service'))
    await translator.reloadResources([language], ['service'])
  return translator.getFixedT(language, 'service')(`template.${subject}`)
}
