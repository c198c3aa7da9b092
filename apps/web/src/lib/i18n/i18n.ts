import { fetchTexts } from 'virtual:texts'
import { isLanguage, type Language, languages } from '@shipminer/i18n/languages'
import { createInstance, type i18n, type ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { productName } from '../../config/env.ts'
import { loadChunk } from '../chunks/chunk-loader.ts'
import { groupOf, namespacesIn, type TextGroup } from './text-groups.ts'

async function readGroup(language: Language, group: TextGroup): Promise<Record<string, ResourceKey>> {
  return (await loadChunk(fetchTexts[language][group])).default
}

/**
 * Makes the translator of one language with the texts of the frame and of the given groups; others are loaded when a component needs them.
 * Requesting one file of texts loads its whole group. To add a language: its folder of texts, and its rules in the package `i18n`.
 */
export async function createI18n(language: Language, groups: readonly TextGroup[]): Promise<i18n> {
  const wanted: readonly TextGroup[] = ['frame', ...groups]
  const read = await Promise.all(wanted.map((group) => readGroup(language, group)))
  const instance = createInstance()
  instance.use(initReactI18next).use({
    type: 'backend',
    init: () => undefined,
    read: (asked: string, namespace: string, done: (error: unknown, data: ResourceKey | null) => void) => {
      const of = isLanguage(asked) ? asked : language
      readGroup(of, groupOf(namespace)).then(
        (texts) => done(null, texts[namespace] ?? null),
        (error: unknown) => done(error, null),
      )
    },
  })
  await instance.init({
    lng: language,
    supportedLngs: languages,
    fallbackLng: false,
    resources: { [language]: Object.assign({}, ...read) },
    partialBundledLanguages: true,
    ns: namespacesIn(wanted),
    defaultNS: 'common',
    keySeparator: false,
    returnNull: false,
    interpolation: { escapeValue: false, defaultVariables: { product: productName } },
    react: { useSuspense: true },
  })
  return instance
}
