/** The languages of the product in the order they are offered; the first is the default (docs/product.md 1.3). */
export const languages = ['nl', 'en', 'de', 'ro'] as const
export type Language = (typeof languages)[number]
export const defaultLanguage: Language = 'nl'

/** Each language by its own name. */
export const languageNames: Record<Language, string> = {
  nl: 'Nederlands',
  en: 'English',
  de: 'Deutsch',
  ro: 'Română',
}

/** BCP 47 tags for number and date formats: Dutch of the Netherlands, European English with a 24-hour clock, and so on. */
export const languageLocales: Record<Language, string> = {
  nl: 'nl-NL',
  en: 'en-IE',
  de: 'de-DE',
  ro: 'ro-RO',
}

/** Name of the cookie that keeps the visitor's choice. */
export const languageCookie = 'lang'

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && (languages as readonly string[]).includes(value)
}

/**
 * Language of one request: an explicit `?lang`, else the cookie, else the visitor's `Accept-Language`, else Dutch.
 * Anything that is not a language of the product is passed over.
 *
 * @example pickLanguage({ acceptLanguage: 'fr, de-CH;q=0.8, en;q=0.5' }) // 'de'
 */
export function pickLanguage(wish: {
  query?: unknown
  cookie?: unknown
  acceptLanguage?: string | undefined
}): Language {
  if (isLanguage(wish.query)) return wish.query
  if (isLanguage(wish.cookie)) return wish.cookie
  return acceptedLanguages(wish.acceptLanguage ?? '').find(isLanguage) ?? defaultLanguage
}

/** Primary subtags of an `Accept-Language` header, most wanted first; those with `q=0` are left out. */
export function acceptedLanguages(header: string): string[] {
  return header
    .slice(0, 500)
    .split(',')
    .map((entry, index) => {
      const [tag = '', ...parameters] = entry.trim().toLowerCase().split(';')
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean)
      return {
        tag: tag.trim().split('-')[0] ?? '',
        quality: quality === undefined ? 1 : Number(quality),
        index,
      }
    })
    .filter((entry) => entry.tag !== '' && entry.quality > 0)
    .sort((a, b) => b.quality - a.quality || a.index - b.index)
    .map((entry) => entry.tag)
}
