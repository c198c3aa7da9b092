import { numberFormat } from '@shipminer/i18n/formats'
import type { Language } from '@shipminer/i18n/languages'
import type { Say } from '../dashboard/verdict-words.ts'

/** Texts by file and key, as the build puts them beside this script. */
export type FirstTexts = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The few rules of the translator that the first values need: plural forms, what is filled in, numbers in the form of the language. */
export function sayFrom(texts: FirstTexts, language: Language): Say {
  const plurals = new Intl.PluralRules(language)
  return (text, values = {}) => {
    const [file = '', key = ''] = text.split(':')
    const { count } = values
    const form = typeof count === 'number' ? `${key}_${plurals.select(count)}` : key
    const written = texts[file]?.[form] ?? texts[file]?.[key]
    if (written === undefined) throw new Error(`There is no text ${text}`)
    return written.replaceAll(/\{\{\s*(\w+)(,\s*number)?\s*\}\}/g, (_, name: string, isNumber?: string) => {
      const value = values[name]
      if (value === undefined) throw new Error(`${text} lacks ${name}`)
      return isNumber === undefined ? String(value) : numberFormat(language).format(Number(value))
    })
  }
}
