import { expect, test } from 'vitest'
import { searchTerms } from './search-terms.ts'

test.each([
  ['joh', 'joh:*'],
  ['Jan Bos', 'jan:* & bos:*'],
  ['jan@schip-aurora.nl', 'jan:* & schip:* & aurora:* & nl:*'],
  ['SM-2026-000031', 'sm:* & (2026:* | 002026) & 000031:*'],
  ['31', '(31:* | 000031)'],
  ['Ștefan Müller', 'stefan:* & muller:*'],
  ["a' | !b:*", 'a:* & b:*'],
  ['𠮷田 👍', '田:*'],
  ['& | !', null],
])('%s is looked for as %s', (text, query) => {
  expect(searchTerms(text).query).toBe(query)
})

test.each([
  ['17.500', 1_750_000],
  ['17500', 1_750_000],
  ['€ 17.500,00', 1_750_000],
  ['17,500.50', 1_750_050],
  ['250 euro', 25_000],
  ['joh', null],
  ['12.34.5', null],
])('%s is an amount of %s cents', (text, cents) => {
  expect(searchTerms(text).amountCents).toBe(cents)
})
