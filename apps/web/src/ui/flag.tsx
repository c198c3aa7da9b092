import type { Language } from '@shipminer/i18n/languages'

/** The flag beside a language's code. Decoration: the code is the text. */
export function Flag({ language }: { language: Language }) {
  return <img src={`/assets/flags/${language}.svg`} width={20} height={14} alt="" loading="lazy" />
}
