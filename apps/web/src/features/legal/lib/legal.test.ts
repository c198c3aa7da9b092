import { readFileSync } from 'node:fs'
import { languages } from '@shipminer/i18n/languages'
import { describe, expect, test } from 'vitest'
import { type LegalDocumentId, legalParts } from './legal.ts'

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
