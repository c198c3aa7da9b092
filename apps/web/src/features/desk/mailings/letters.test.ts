import { expect, test } from 'vitest'
import { addressesIn, findUnfinished, lettersToSend } from './letters.ts'

test('only languages that were written are sent', () => {
  expect(lettersToSend({})).toBeNull()
  expect(
    lettersToSend({ nl: { subject: ' Nieuws ', text: ' Hallo ' }, de: { subject: '', text: ' ' } }),
  ).toEqual({
    nl: { subject: 'Nieuws', text: 'Hallo' },
  })
})

test('a language with half a letter is named before anything is sent', () => {
  expect(findUnfinished({ nl: { subject: 'Nieuws', text: 'Hallo' } })).toBeNull()
  expect(
    findUnfinished({ nl: { subject: 'Nieuws', text: 'Hallo' }, ro: { subject: '', text: 'Salut' } }),
  ).toBe('ro')
})

test('addresses are found in whatever was pasted, each once', () => {
  expect(addressesIn('Jan <Jan@kade.nl>, jan@kade.nl;\nion@nava.ro not-an-address')).toEqual([
    'jan@kade.nl',
    'ion@nava.ro',
  ])
  expect(addressesIn('')).toEqual([])
})
