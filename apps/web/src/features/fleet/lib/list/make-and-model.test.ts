import { expect, test } from 'vitest'
import { makeAndModel } from './make-and-model.ts'

test.each([
  [null, null, null],
  ['Bitmain', null, 'Bitmain'],
  [null, 'S19', 'S19'],
  ['Bitmain', 'Antminer S21', 'Bitmain Antminer S21'],
  ['Antminer', 'Antminer S21', 'Antminer S21'],
  ['NerdQAxe', 'nerdqaxe+', 'nerdqaxe+'],
])('%s and %s make %s', (manufacturer, model, words) => {
  expect(makeAndModel(manufacturer, model)).toBe(words)
})
