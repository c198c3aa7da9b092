import { expect, test } from 'vitest'
import { checkLocales } from './locales.ts'

type Texts = Record<string, unknown>

function check(en: Texts, others: Partial<Record<'nl' | 'de' | 'ro', Texts | null>> = {}) {
  const all = { nl: en, de: en, ro: en, ...others, en }
  return checkLocales(
    Object.entries(all)
      .filter(([, texts]) => texts !== null)
      .map(([locale, texts]) => ({
        path: `packages/i18n/locales/${locale}/fleet.json`,
        text: JSON.stringify(texts),
      })),
  )
}

test('accepts the same keys and placeholders', () => {
  expect(check({ title: 'Fleet', card: { power: '{{ watts }} W' } }).errors).toEqual([])
})

test('finds a missing file, a missing key, a foreign key and an empty text', () => {
  expect(check({ a: 'A' }, { ro: null }).errors).toEqual(['fleet: there is no ro/fleet.json'])
  expect(check({ a: 'A', b: 'B' }, { nl: { a: 'A' } }).errors).toEqual(['nl/fleet: b is missing'])
  expect(check({ a: 'A' }, { de: { a: 'A', c: 'C' } }).errors).toEqual(['de/fleet: c is not in en'])
  expect(check({ a: 'A' }, { de: { a: ' ' } }).errors).toEqual([
    'packages/i18n/locales/de/fleet.json: a is empty',
  ])
})

test('finds a placeholder that another language calls differently', () => {
  expect(check({ a: '{{n}} of {{m}}' }, { nl: { a: '{{n}} van {{x}}' } }).errors).toEqual([
    'nl/fleet: a has the placeholders [n, x], en has [m, n]',
  ])
  expect(check({ a: 'read <1>this</1>' }, { nl: { a: 'lees dit' } }).errors).toHaveLength(1)
})

test('wants the plural forms of each language', () => {
  const en = { miners_one: '{{count}} miner', miners_other: '{{count}} miners' }
  expect(check(en).errors).toEqual(['ro/fleet: miners lacks the plural form "few"'])
  const ro = {
    miners_one: '{{count}} miner',
    miners_few: '{{count}} minere',
    miners_other: '{{count}} de minere',
  }
  expect(check(en, { ro }).errors).toEqual([])
  expect(check(en, { ro, nl: ro }).errors).toEqual([
    'nl/fleet: miners has the plural form "few", which nl has not',
  ])
})

test('warns about a long text that nobody translated', () => {
  const { errors, warnings } = check({ a: 'This sentence is long enough to be noticed.' })
  expect(errors).toEqual([])
  expect(warnings).toHaveLength(3)
})

test('reports a file that is not JSON', () => {
  const path = 'packages/i18n/locales/en/fleet.json'
  expect(checkLocales([{ path, text: '{' }]).errors[0]).toContain(path)
})
