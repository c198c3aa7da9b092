import type { Language } from '@shipminer/i18n/languages'
import type { i18n } from 'i18next'
import { setLanguageCookie } from './language-cookie.ts'

/**
 * Switches the page to another language in place, so that nothing typed is lost, and keeps the choice. False when its texts cannot be
 * fetched; then nothing changes.
 */
export async function changeLanguage(translator: i18n, language: Language): Promise<boolean> {
  await translator.loadLanguages(language)
  const needed = translator.options.ns
  const namespaces = typeof needed === 'string' ? [needed] : (needed ?? [])
  if (!namespaces.every((namespace) => translator.hasResourceBundle(language, namespace))) return false
  await translator.changeLanguage(language)
  document.documentElement.lang = language
  setLanguageCookie(language)
  return true
}
