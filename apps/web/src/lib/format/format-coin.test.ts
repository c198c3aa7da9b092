import { expect, test } from 'vitest'
import { formatCoin, formatRate, withoutSign } from './format-coin.ts'

test.each([
  ['nl', '0.18421337', 'BTC', '0,18421337 BTC'],
  ['en', '19872.55', 'USDT', '19,872.55 USDT'],
  ['de', '19872.50', 'USDT', '19.872,50 USDT'],
  ['ro', '-3', 'USDT', '-3 USDT'],
  ['en', '0.100000000000000001', 'USDT', '0.100000000000000001 USDT'],
] as const)('%s writes %s %s', (language, amount, asset, text) => {
  expect(formatCoin(language, amount, asset).replaceAll('\u00a0', ' ')).toBe(text)
})

test.each([
  ['nl', 88.06, '€ 0,8806'],
  ['de', 9_499_865, '94.998,65 €'],
] as const)('%s writes a rate of %d cents', (language, rate, text) => {
  expect(formatRate(language, rate).replaceAll('\u00a0', ' ')).toBe(text)
})

test('too much has no sign', () => expect([withoutSign('-0.5'), withoutSign('1')]).toEqual(['0.5', '1']))
