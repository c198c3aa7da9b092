import { expect, test } from 'vitest'
import { vatCaseOf } from './vat-case.ts'

test.each([
  ['fitted', { isFitted: true, buyerCountry: 'NL', isBusiness: false }],
  ['fitted', { isFitted: true, buyerCountry: 'DE', isBusiness: true }],
  ['fitted', { isFitted: true, buyerCountry: 'CH', isBusiness: true }],
  ['sent', { isFitted: false, buyerCountry: 'NL', isBusiness: false }],
  ['sent', { isFitted: false, buyerCountry: 'DE', isBusiness: true }],
  ['sent', { isFitted: false, buyerCountry: 'CH', isBusiness: false }],
  ['sent-afar', { isFitted: false, buyerCountry: 'DE', isBusiness: false }],
] as const)('%s: %o', (vatCase, order) => {
  expect(vatCaseOf(order)).toBe(vatCase)
})
