import { readFileSync } from 'node:fs'
import { languages } from '@shipminer/i18n/languages'
import { describe, expect, test } from 'vitest'
import { faqCategories, faqLinks, matchesSearch } from './faq.ts'

const ids = faqCategories.flatMap(({ questions }) => [...questions])
const textsOf = (language: string): Record<string, string> =>
  JSON.parse(
    readFileSync(
      new URL(`../../../../../../packages/i18n/src/locales/${language}/faq.json`, import.meta.url),
      'utf8',
    ),
  )

test('five categories, every question once', () => {
  expect(faqCategories.map(({ id }) => id)).toEqual(['energy', 'installation', 'financial', 'safety', 'ship'])
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of Object.keys(faqLinks)) expect(ids).toContain(id)
})

describe.each(languages)('%s', (language) => {
  const texts = textsOf(language)

  test('has every question and answer', () => {
    for (const id of ids) {
      expect(texts[`q.${id}`], id).toMatch(/\?$/)
      expect(texts[`a.${id}`], id).toBeTruthy()
    }
  })

  // docs/product.md 9.1.
  test.each([
    ['duration', ['4', '6', '1', '2']],
    ['noise', ['50\u00a0dB']],
    ['payback', ['250', '300', '13', '8', '12']],
    ['payout', ['30']],
    ['warranty', ['2', '6']],
    ['uptime', ['90', '85']],
    ['suitable', ['50\u00a0kW']],
    ['many', ['10']],
    ['maintenance', ['24']],
  ])('the answer about %s has its figures', (id, figures) => {
    for (const figure of figures) expect(texts[`a.${id}`]).toContain(figure)
  })
})

test.each([
  ['', true],
  ['GELUID', true],
  ['hoe geluid', true],
  ['geluid brandstof', false],
  ['énergie', false],
])('searching %j', (search, found) => {
  expect(matchesSearch(search, 'Hoeveel geluid maakt het?', 'Ongeveer 50 dB.')).toBe(found)
})

test('accents do not matter', () => {
  expect(matchesSearch('intretinere', 'Ce include întreținerea?', '')).toBe(true)
})
