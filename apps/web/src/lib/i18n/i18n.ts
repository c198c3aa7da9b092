import { fetchTexts } from 'virtual:texts'
import { isLanguage, type Language, languages } from '@shipminer/i18n/languages'
import { createInstance, type i18n, type ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { productName } from '../../config/env.ts'
import { loadChunk } from '../chunks/chunk-loader.ts'
import { groupOf, namespacesIn, type TextGroup, withFrame } from './text-groups.ts'

async function readGroup(language: Language, group: TextGroup): Promise<Record<string, ResourceKey>> {
  return (await loadChunk(fetchTexts[language][group])).default
}

/**
 * Makes the translator of one language with the texts of the frame and of the given groups; others are loaded when a component needs them.
 * Requesting one file of texts loads its whole group. To add a language: its folder of texts, and its rules in the package `i18n`.
 */
export async function createI18n(language: Language, groups: readonly TextGroup[]): Promise<i18n> {
  const wanted = withFrame(groups)
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
  lookUpPlainTexts(instance)
  return instance
}

/** Whether the translator has work with a text: something to fill in, or another text to put in its place. */
const isPlain = (text: unknown): text is string =>
  typeof text === 'string' && !text.includes('{{') && !text.includes('$t(')

type Translate = (key: unknown, ...options: unknown[]) => string
type GetTranslator = (
  language: unknown,
  namespaces: unknown,
  prefix?: unknown,
  ...rest: unknown[]
) => Translate

/**
 * Most texts are used as they are written: those are looked up, which is some thirty times quicker than the translator. A page of a
 * thousand texts would keep a slow phone busy for a tenth of a second before it is alive.
 */
function lookUpPlainTexts(instance: i18n): void {
  const made = instance as unknown as { getFixedT: GetTranslator }
  const getTranslator = made.getFixedT.bind(instance)
  made.getFixedT = (language, namespaces, prefix, ...rest) => {
    const translate = getTranslator(language, namespaces, prefix, ...rest)
    const namespace = Array.isArray(namespaces) ? namespaces[0] : namespaces
    if (prefix || typeof namespace !== 'string') return translate
    const lookUp: Translate = (key, ...options) => {
      if (options.length === 0 && typeof key === 'string') {
        const text = instance.getResourceBundle(String(language ?? instance.language), namespace)?.[key]
        if (isPlain(text)) return text
      }
      return translate(key, ...options)
    }
    return Object.assign(lookUp, translate)
  }
}
