import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Language, languageLocales, languages } from './languages.ts'

const folder = new URL('./locales/', import.meta.url)
const files = (language: Language) => readdirSync(new URL(`${language}/`, folder)).sort()
const read = (language: Language, file: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), 'utf8'))

const pluralSuffix = /_(zero|one|two|few|many|other)$/
const base = (key: string) => key.replace(pluralSuffix, '')
const bases = (texts: Record<string, string>) => [...new Set(Object.keys(texts).map(base))].sort()
const placeholders = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map((match) => match[1]).sort()

test('every language has the same files', () => {
  for (const language of languages) expect(files(language), language).toEqual(files('en'))
})

describe.each(files('en'))('%s', (file) => {
  const english = read('en', file)

  test.each(languages)('%s has the keys of English, none empty', (language) => {
    const texts = read(language, file)
    expect(bases(texts)).toEqual(bases(english))
    for (const [key, text] of Object.entries(texts)) expect(text.trim(), key).not.toBe('')
  })

  test.each(languages)('%s has the placeholders of English', (language) => {
    for (const [key, text] of Object.entries(read(language, file))) {
      const model = english[key] ?? english[`${base(key)}_other`] ?? english[base(key)] ?? ''
      // A plural form for one thing may leave the number out.
      const wanted = placeholders(model).filter((name) => !(key.endsWith('_one') && name === 'count'))
      const found = placeholders(text).filter((name) => !(key.endsWith('_one') && name === 'count'))
      expect(found, key).toEqual(wanted)
    }
  })

  test.each(languages)('%s has every plural form of its language', (language) => {
    const texts = read(language, file)
    const forms = new Intl.PluralRules(languageLocales[language]).resolvedOptions().pluralCategories
    for (const key of Object.keys(texts).filter((name) => pluralSuffix.test(name))) {
      for (const form of forms)
        expect(Object.keys(texts), `${base(key)}_${form}`).toContain(`${base(key)}_${form}`)
    }
  })
})
