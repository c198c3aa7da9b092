import type { Language } from '@shipminer/i18n/languages'

/** Reads one text with its `{{placeholders}}` filled. */
export type TextReader<Key extends string> = (
  language: Language,
  key: Key,
  values?: Readonly<Record<string, string>>,
) => string

/**
 * Makes the reader of one file of texts. A text that a language lacks is the English one, then its key (docs/product.md 1.3); a placeholder
 * without a value stays as it is written.
 */
export function createTextReader<English extends Record<string, string>>(
  texts: Record<Language, Readonly<Partial<Record<string, string>>>> & { en: English },
): TextReader<keyof English & string> {
  const english: Readonly<Partial<Record<string, string>>> = texts.en
  return (language, key, values = {}) => {
    const text = texts[language][key] ?? english[key] ?? key
    return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole)
  }
}
