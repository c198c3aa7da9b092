import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const localeFile = /\/packages\/i18n\/src\/locales\/([a-z]{2})\/([\w-]+)\.json$/

/** Fills what a language lacks with English while building, so that the browser never asks for a second language. */
export function mergeLocales(): Plugin {
  return {
    name: 'shipminer:merge-locales',
    enforce: 'pre',
    load(id) {
      const found = localeFile.exec(id.split('?')[0] ?? '')
      if (!found || found[1] === 'en') return null
      const own = readJson(id)
      const english = readJson(id.replace(/\/[a-z]{2}\/([\w-]+\.json)$/, '/en/$1'))
      return JSON.stringify({ ...english, ...own })
    },
  }
}

function readJson(file: string): Record<string, string> {
  return JSON.parse(readFileSync(file, 'utf8'))
}
