import { expect, test } from 'vitest'
import { billingCountries, isBillingCountry, isEuCountry, listBillingCountries } from './countries.ts'

test('27 member states, each country once', () => {
  expect(billingCountries.filter(isEuCountry)).toHaveLength(27)
  expect(new Set(billingCountries).size).toBe(billingCountries.length)
})

test.each(['NL', 'GR', 'CH', 'GB', 'RS'])('%s can be chosen', (code) => {
  expect(isBillingCountry(code)).toBe(true)
})

test.each(['EL', 'UK', 'nl', 'US', ''])('"%s" cannot', (code) => {
  expect(isBillingCountry(code)).toBe(false)
})

test.each([
  ['nl', 'NL', 'Nederland'],
  ['de', 'AT', 'Österreich'],
  ['ro', 'RS', 'Serbia'],
  ['en', 'GB', 'United Kingdom'],
])('names in %s', (locale, code, name) => {
  const list = listBillingCountries(locale)
  expect(list).toContainEqual({ code, name })
  expect(list).toHaveLength(billingCountries.length)
  expect(list.every(({ code: one, name: text }) => text !== one)).toBe(true)
})

test('in the order of the alphabet of the language', () => {
  const german = listBillingCountries('de').map(({ name }) => name)
  expect(german.indexOf('Österreich')).toBeLessThan(german.indexOf('Polen'))
})
