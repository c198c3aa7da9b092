import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Language, languages } from '@shipminer/i18n/languages'
import type { Plugin } from 'vite'
import { type TextGroup, textGroups } from '../src/lib/i18n/text-groups.ts'

const entry = 'virtual:texts'
const locales = fileURLToPath(new URL('../../../packages/i18n/src/locales/', import.meta.url))
const groupNames = Object.keys(textGroups) as TextGroup[]

/** The module of one group of texts in one language. */
export const textsModule = (language: Language, group: TextGroup) => `${locales}${language}/${group}.texts`

/**
 * Makes one module of each group of texts and language, and `virtual:texts`, which says how to fetch each. What a language lacks is filled
 * with English here, so that the browser never asks for a second language.
 */
export function texts(): Plugin {
  return {
    name: 'shipminer:texts',
    enforce: 'pre',
    resolveId: (id) => (id === entry ? `\0${entry}` : id.endsWith('.texts') ? id : null),
    load(id) {
      if (id === `\0${entry}`) return writeEntry()
      const found = /\/([a-z]{2})\/([\w-]+)\.texts$/.exec(id)
      if (!found?.[1] || !found[2]) return null
      return `export default ${JSON.stringify(readGroup(found[1], found[2] as TextGroup, (file) => this.addWatchFile(file)))}`
    },
  }
}

function writeEntry(): string {
  const rows = languages.map((language) => {
    const groups = groupNames.map(
      (group) => `${group}: () => import(${JSON.stringify(textsModule(language, group))})`,
    )
    return `${language}: { ${groups.join(', ')} }`
  })
  return `export const fetchTexts = { ${rows.join(', ')} }`
}

function readGroup(language: string, group: TextGroup, watch: (file: string) => void) {
  const read = (of: string, namespace: string): Record<string, string> => {
    const file = `${locales}${of}/${namespace}.json`
    watch(file)
    return JSON.parse(readFileSync(file, 'utf8'))
  }
  return Object.fromEntries(
    textGroups[group].map((namespace) => [
      namespace,
      { ...read('en', namespace), ...read(language, namespace) },
    ]),
  )
}
