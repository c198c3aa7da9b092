import { describe, expect, test } from 'vitest'
import { LANGUAGES, languageOf, texts } from './texts.ts'

describe('status page texts', () => {
  test.each([
    [undefined, 'nl'],
    ['', 'nl'],
    ['fr', 'nl'],
    ['en-GB,en;q=0.9', 'en'],
    ['fr, de;q=0.5, en;q=0.8', 'en'],
    ['ro-RO', 'ro'],
    ['de;q=0, en', 'en'],
    ['*;q=0.1', 'nl'],
    [';;;,,q=', 'nl'],
  ])('%s → %s', (header, language) => {
    expect(languageOf(header)).toBe(language)
  })

  test('no text is empty in any language', () => {
    for (const language of LANGUAGES) {
      for (const [name, text] of Object.entries(texts[language])) {
        const all = typeof text === 'function' ? [] : typeof text === 'string' ? [text] : Object.values(text)
        for (const one of all) expect(one, `${language} ${name}`).toMatch(/\S/)
      }
    }
  })
})
