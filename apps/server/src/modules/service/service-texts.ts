import type { Language } from '@shipminer/i18n/languages'
import de from '@shipminer/i18n/locales/de/service-mail.json' with { type: 'json' }
import en from '@shipminer/i18n/locales/en/service-mail.json' with { type: 'json' }
import nl from '@shipminer/i18n/locales/nl/service-mail.json' with { type: 'json' }
import ro from '@shipminer/i18n/locales/ro/service-mail.json' with { type: 'json' }

export type ServiceTextKey = keyof typeof en
const texts: Record<Language, Partial<Record<string, string>>> = { nl, en, de, ro }

/** A text of `service-mail.json` with its `{{placeholders}}` filled; falls back to English, then to the key (docs/product.md 1.3). */
export function serviceText(
  language: Language,
  key: ServiceTextKey,
  values: Record<string, string> = {},
): string {
  const text = texts[language][key] ?? en[key] ?? key
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole)
}
