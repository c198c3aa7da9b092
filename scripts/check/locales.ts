/**
 * The four languages say the same: same files, same keys, same placeholders, the plural forms that each language has.
 * A long text that is the same in two languages is probably not translated yet: that is a warning, not an error.
 */
import { reasonOf } from '@shipminer/domain/reason-of'
import type { SourceFile } from './source-files.ts'

export type LocaleFindings = { readonly errors: string[]; readonly warnings: string[] }

export const LOCALES = ['nl', 'en', 'de', 'ro'] as const
type Locale = (typeof LOCALES)[number]

/** The language that the others are compared with: the one unknown keys fall back to. */
const REFERENCE: Locale = 'en'

const FORM = /_(zero|one|two|few|many|other)$/
const PLACEHOLDER = /\{\{\s*-?\s*([\w.]+)[^}]*\}\}|<\/?([\w]+)\s*\/?>/g
/** Shorter texts are often the same in several languages: names, units, "Status". */
const LONG_TEXT_LENGTH = 25

type Texts = ReadonlyMap<string, string>

/** Compares `<…>/locales/<language>/<feature>.json` files. */
export function checkLocales(files: readonly SourceFile[]): LocaleFindings {
  const errors: string[] = []
  const warnings: string[] = []
  const byFeature = new Map<string, Map<Locale, Texts>>()
  for (const file of files) {
    const match = /locales\/([a-z]{2})\/(.+)\.json$/.exec(file.path)
    const locale = LOCALES.find((known) => known === match?.[1])
    const feature = match?.[2]
    if (!locale || !feature) {
      errors.push(`${file.path}: not one of the languages ${LOCALES.join(', ')}`)
      continue
    }
    const texts = readTexts(file, errors)
    byFeature.set(feature, (byFeature.get(feature) ?? new Map<Locale, Texts>()).set(locale, texts))
  }
  for (const [feature, languages] of byFeature) compareFeature(feature, languages, errors, warnings)
  return { errors, warnings }
}

function compareFeature(
  feature: string,
  languages: ReadonlyMap<Locale, Texts>,
  errors: string[],
  warnings: string[],
): void {
  const reference = languages.get(REFERENCE)
  if (!reference) {
    errors.push(`${feature}: there is no ${REFERENCE}/${feature}.json`)
    return
  }
  const wanted = groupByStem(reference)
  for (const locale of LOCALES) {
    const texts = languages.get(locale)
    if (!texts) {
      errors.push(`${feature}: there is no ${locale}/${feature}.json`)
      continue
    }
    const found = groupByStem(texts)
    for (const stem of wanted.keys())
      if (!found.has(stem)) errors.push(`${locale}/${feature}: ${stem} is missing`)
    for (const stem of found.keys())
      if (!wanted.has(stem)) errors.push(`${locale}/${feature}: ${stem} is not in ${REFERENCE}`)
    for (const [stem, forms] of found) {
      const referenceForms = wanted.get(stem)
      if (!referenceForms) continue
      comparePlural(`${locale}/${feature}: ${stem}`, locale, forms, errors)
      const placeholders = placeholdersOf([...referenceForms.values()])
      const own = placeholdersOf([...forms.values()])
      if (placeholders !== own) {
        errors.push(
          `${locale}/${feature}: ${stem} has the placeholders [${own}], ${REFERENCE} has [${placeholders}]`,
        )
      }
      const text = forms.get('') ?? ''
      if (locale !== REFERENCE && text.length >= LONG_TEXT_LENGTH && text === referenceForms.get('')) {
        warnings.push(`${locale}/${feature}: ${stem} is the same as in ${REFERENCE}`)
      }
    }
  }
}

/** A text with plural forms has exactly the forms of its language: Romanian has one, few and other. */
function comparePlural(
  where: string,
  locale: Locale,
  forms: ReadonlyMap<string, string>,
  errors: string[],
): void {
  const found = [...forms.keys()].filter((form) => form !== '' && form !== 'zero')
  if (found.length === 0) return
  const wanted = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
  for (const form of wanted)
    if (!found.includes(form)) errors.push(`${where} lacks the plural form "${form}"`)
  for (const form of found) {
    if (!wanted.some((one) => one === form))
      errors.push(`${where} has the plural form "${form}", which ${locale} has not`)
  }
  if (forms.has('')) errors.push(`${where} has both a plain text and plural forms`)
}

function groupByStem(texts: Texts): Map<string, Map<string, string>> {
  const stems = new Map<string, Map<string, string>>()
  for (const [key, text] of texts) {
    const form = FORM.exec(key)?.[1] ?? ''
    const stem = form === '' ? key : key.replace(FORM, '')
    stems.set(stem, (stems.get(stem) ?? new Map<string, string>()).set(form, text))
  }
  return stems
}

function placeholdersOf(texts: readonly string[]): string {
  const names = texts.flatMap((text) =>
    [...text.matchAll(PLACEHOLDER)].map((match) => match[1] ?? `<${match[2]}>`),
  )
  return [...new Set(names)].sort().join(', ')
}

function readTexts(file: SourceFile, errors: string[]): Texts {
  const texts = new Map<string, string>()
  const visit = (value: unknown, key: string): void => {
    if (typeof value === 'string') {
      if (value.trim() === '') errors.push(`${file.path}: ${key} is empty`)
      texts.set(key, value)
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) visit(inner, key === '' ? name : `${key}.${name}`)
    } else {
      errors.push(`${file.path}: ${key} is neither a text nor a group of texts`)
    }
  }
  try {
    visit(JSON.parse(file.text), '')
  } catch (error) {
    errors.push(`${file.path}: ${reasonOf(error)}`)
  }
  return texts
}
