import { type Language, languageCookie } from '@shipminer/i18n/languages'

/** Keeps the visitor's choice for a year, where the server sees it. */
export function setLanguageCookie(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser
  document.cookie = `${languageCookie}=${language}; path=/; max-age=31536000; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`
}
