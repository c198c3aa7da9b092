import type { Language } from '@shipminer/i18n/languages'
import de from '@shipminer/i18n/locales/de/statement.json' with { type: 'json' }
import en from '@shipminer/i18n/locales/en/statement.json' with { type: 'json' }
import nl from '@shipminer/i18n/locales/nl/statement.json' with { type: 'json' }
import ro from '@shipminer/i18n/locales/ro/statement.json' with { type: 'json' }

export type StatementTextKey = keyof typeof en
const texts: Record<Language, Partial<Record<string, string>>> = { nl, en, de, ro }

/** A text of `statement.json` with its `{{placeholders}}` filled; falls back to English, then to the key (docs/product.md 1.3). */
export function statementText(
  language: Language,
  key: StatementTextKey,
  values: Record<string, string> = {},
): string {
  const text = texts[language][key] ?? en[key] ?? key
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole)
}
