import type { Language } from '@shipminer/i18n/languages'
import type { i18n } from 'i18next'
import { setLanguageCookie } from './language-cookie.ts'

/**
 * Puts the page into another language where it stands, so that nothing typed is lost, and keeps the choice. False when its texts cannot be
 * had; then nothing changes.
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
