import { describe, expect, test } from 'vitest'
import { satsDue } from './amounts.ts'
import {
  isQuoteFresh,
  parseEuroPrice,
  quoteMaxAgeMs,
  quoteRate,
  rateScale,
  type SourcePrice,
  usdtEuroRate,
} from './quote.ts'

const now = 1_000_000_000

function price(source: string, euro: number, ageMs = 0): SourcePrice {
  return { source, rate: { scaledCents: BigInt(euro * 100), scale: 1n }, observedAtMs: now - ageMs }
}

function euroOf(prices: readonly SourcePrice[]): number | string {
  const result = quoteRate(prices, now)
  if (!result.ok) return result.reason
  return Number(result.quote.rate.scaledCents) / 100 / Number(result.quote.rate.scale)
}

describe('quoteRate', () => {
  test.each([
    ['none', [], 'too-few-sources'],
    ['one', [price('a', 65000)], 'too-few-sources'],
    ['two', [price('a', 65000), price('b', 65010)], 65005],
    ['three', [price('a', 65000), price('b', 65900), price('c', 65010)], 65010],
    ['2 % apart', [price('a', 50000), price('b', 51000)], 50500],
    ['more than 2 % apart', [price('a', 50000), price('b', 51001)], 'sources-differ'],
    ['an outlier among three', [price('a', 65000), price('b', 65010), price('c', 6500)], 'sources-differ'],
    ['one is old', [price('a', 65000), price('b', 65010, quoteMaxAgeMs + 1)], 'too-few-sources'],
    ['an old one far away', [price('a', 65000), price('b', 65010), price('c', 1, quoteMaxAgeMs + 1)], 65005],
    ['just fresh', [price('a', 65000), price('b', 65010, quoteMaxAgeMs)], 65005],
    ['from the future', [price('a', 65000), price('b', 65010, -60_001)], 'too-few-sources'],
    ['the same source twice', [price('a', 65000), price('a', 65010)], 'too-few-sources'],
    ['its newest counts', [price('a', 1, 5), price('a', 65000), price('b', 65010)], 65005],
    ['zero', [price('a', 0), price('b', 65010)], 'too-few-sources'],
  ] as const)('%s', (_, prices, expected) => {
    expect(euroOf(prices)).toBe(expected)
  })

  test('names its sources, and is as old as the oldest', () => {
    const result = quoteRate([price('kraken', 65000, 5), price('bitstamp', 65010)], now)
    expect(result).toMatchObject({
      ok: true,
      quote: { sources: ['bitstamp', 'kraken'], observedAtMs: now - 5 },
    })
    if (!result.ok) return
    expect(isQuoteFresh(result.quote, now - 5 + quoteMaxAgeMs)).toBe(true)
    expect(isQuoteFresh(result.quote, now - 4 + quoteMaxAgeMs)).toBe(false)
  })
})

test.each([
  ['65000', 6_500_000n],
  ['65000.12', 6_500_012n],
])('reads %s', (text, cents) => {
  const rate = parseEuroPrice(text)
  expect(rate).toEqual({ scaledCents: cents * rateScale, scale: rateScale })
})

test('reads many decimals, and prices a box with them', () => {
  const rate = parseEuroPrice('65000.123456789999')
  expect(rate?.scaledCents).toBe(650_001_234_567_899n)
  expect(rate && satsDue(1_750_000, rate)).toBe(26_923_026n)
})

test.each(['0', '0.00', '-1', '1e5', '', 'NaN', '65,000'])('refuses "%s"', (text) => {
  expect(parseEuroPrice(text)).toBeNull()
})

test('USDT in euro', () => {
  expect(usdtEuroRate('0.9995', '1.0850')).toEqual({ scaledCents: 9_211_981_566n, scale: rateScale })
  expect(usdtEuroRate('1', '1')).toEqual({ scaledCents: 100n * rateScale, scale: rateScale })
  expect(usdtEuroRate('1', '0')).toBeNull()
})
