import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRfReference, formatRfReference, parseRfReference } from './rf-reference.ts'

test.each([
  'RF18 5390 0754 7034',
  'RF18539007547034',
  'rf18 000000000539007547034',
  'RF6518K5',
  'RF45G72UUR',
])('published: %s', (text) => {
  expect(parseRfReference(text)).toBe(text.toUpperCase().replaceAll(' ', ''))
})

test.each([
  'RF19539007547034',
  'RF18539007547043',
  'RF18',
  'RG18539007547034',
  '',
  'RF181234567890123456789012',
  'RF1853900-754',
])('refuses "%s"', (text) => {
  expect(parseRfReference(text)).toBeNull()
})

test('the reference of an order', () => {
  expect(createRfReference('539007547034')).toBe('RF18539007547034')
  const reference = createRfReference('SM-2026-000123') ?? ''
  expect(reference).toBe('RF70SM2026000123')
  expect(formatRfReference(reference)).toBe('RF70 SM20 2600 0123')
})

test.each(['', '---', 'A'.repeat(22)])('cannot be made of "%s"', (text) => {
  expect(createRfReference(text)).toBeNull()
})

test('is read again as it is printed, and not with another digit', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[A-Z0-9]{1,21}$/),
      fc.nat(),
      fc.integer({ min: 1, max: 9 }),
      (text, at, add) => {
        const reference = createRfReference(text) ?? ''
        expect(parseRfReference(formatRfReference(reference).toLowerCase())).toBe(reference)
        const position = 4 + (at % (reference.length - 4))
        const digit = Number(reference[position])
        if (Number.isNaN(digit)) return
        const wrong = `${reference.slice(0, position)}${(digit + add) % 10}${reference.slice(position + 1)}`
        expect(parseRfReference(wrong)).toBeNull()
      },
    ),
  )
})
