import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { languages } from '@shipminer/i18n/languages'
import { describe, expect, test } from 'vitest'
import { type LegalDocumentId, legalParts, legalVersionAt } from './legal.ts'

const textsOf = (language: string): Record<string, string> =>
  JSON.parse(
    readFileSync(
      new URL(`../../../../../../packages/i18n/src/locales/${language}/legal.json`, import.meta.url),
      'utf8',
    ),
  )

describe.each(languages)('%s', (language) => {
  const texts = textsOf(language)

  test.each(Object.keys(legalParts) as LegalDocumentId[])('%s has every part, and no other', (id) => {
    const written = Object.keys(texts)
      .map((key) => new RegExp(`^${id}\\.(\\w+)\\.title$`).exec(key)?.[1])
      .filter((part) => part !== undefined)
    expect(written).toEqual([...legalParts[id]])
    for (const part of legalParts[id]) expect(texts[`${id}.${part}.text`]?.length).toBeGreaterThan(80)
  })

  test('names the figures that must be right', () => {
    expect(texts['terms.withdrawal.text']).toContain('14')
    expect(texts['terms.price.text']).toContain('21')
    expect(texts['privacy.retention.text']).toMatch(/24[\s\S]*7[\s\S]*13/)
  })
})

/** White space and kinds of quotation marks do not count: they change nothing that was agreed. */
function fingerprint(): string {
  const words = languages.map((language) =>
    JSON.stringify(textsOf(language))
      .replaceAll(/\s+/gu, ' ')
      .replaceAll(/[‘’“”„»«]/gu, "'"),
  )
  return createHash('sha256').update(words.join('\n')).digest('hex').slice(0, 16)
}

test('texts that changed hold from a new day: set `legalVersionAt` to it, then the fingerprint here', () => {
  expect({ from: new Date(legalVersionAt).toISOString().slice(0, 10), texts: fingerprint() }).toEqual({
    from: '2026-11-28',
    texts: 'e6c7342998e4ae73',
  })
})
