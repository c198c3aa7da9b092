import type { FaultSubject } from '@shipminer/contract/service'
import type { Language } from '@shipminer/i18n/languages'
import type { i18n } from 'i18next'

/** Words to begin an answer with, in the language of the owner, whose texts are fetched when they are not here. */
export async function loadAnswerTemplate(
  translator: i18n,
  report: { subject: FaultSubject; language: Language },
): Promise<string> {
  const { language, subject } = report
  if (!translator.hasResourceBundle(language, 'service'))
    await translator.reloadResources([language], ['service'])
  return translator.getFixedT(language, 'service')(`template.${subject}`)
}
