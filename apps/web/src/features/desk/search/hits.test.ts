import { expect, test } from 'vitest'
import { fits, markMatches } from './hits.ts'

test.each([
  ['Bestellingen', 'best', true],
  ['Controllers maken', 'mak con', true],
  ['Bestellingen', 'stel', false],
  ['Bank', 'bank geld', false],
])('%s fits %s: %s', (name, text, expected) => {
  expect(fits(name, text)).toBe(expected)
})

test('marks the beginnings of words that were searched for, and nothing within one', () => {
  expect(markMatches('Ms Johanna, John Abjohn', 'joh')).toEqual([
    { text: 'Ms ', isMatch: false },
    { text: 'Joh', isMatch: true },
    { text: 'anna, ', isMatch: false },
    { text: 'Joh', isMatch: true },
    { text: 'n Abjohn', isMatch: false },
  ])
})
