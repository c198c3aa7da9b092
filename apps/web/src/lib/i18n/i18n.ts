import { isLanguage, type Language, languages } from '@shipminer/i18n/languages'
import { createInstance, type i18n, type ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { productName } from '../../config/env.ts'
import type { Texts } from './texts.ts'

/** To add a language: a folder of texts, a file in `texts/`, a row here, and its rules in the package `i18n`. */
const languageTexts: Record<Language, () => Promise<{ texts: Texts }>> = {
  nl: () => import('./texts/nl.ts'),
  en: () => import('./texts/en.ts'),
  de: () => import('./texts/de.ts'),
  ro: () => import('./texts/ro.ts'),
}

async function loadMessages(language: Language, namespace: string): Promise<ResourceKey> {
  const { texts } = await languageTexts[language]()
  if (namespace === 'common' || namespace === 'navigation') return texts.frame[namespace]
  const file = Object.keys(texts.others).find((path) => path.endsWith(`/${namespace}.json`))
  const load = file && texts.others[file]
  if (!load) throw new Error(`No texts named ${namespace}`)
  return ((await load()) as { default: ResourceKey }).default
}

/** Makes the translator of one language with the texts of the frame and the given namespaces loaded; others load when a component asks for them. */
export async function createI18n(language: Language, namespaces: readonly string[]): Promise<i18n> {
  const { texts } = await languageTexts[language]()
  const instance = createInstance()
  instance.use(initReactI18next).use({
    type: 'backend',
    init: () => undefined,
    read: (read: string, namespace: string, done: (error: unknown, data: ResourceKey | null) => void) => {
      loadMessages(isLanguage(read) ? read : language, namespace).then(
        (messages) => done(null, messages),
        (error: unknown) => done(error, null),
      )
    },
  })
  await instance.init({
    lng: language,
    supportedLngs: languages,
    fallbackLng: false,
    resources: { [language]: texts.frame },
    partialBundledLanguages: true,
    ns: ['common', 'navigation', ...namespaces],
    defaultNS: 'common',
    keySeparator: false,
    returnNull: false,
    interpolation: { escapeValue: false, defaultVariables: { product: productName } },
    react: { useSuspense: true },
  })
  return instance
}
