import { describe, expect, test } from 'vitest'
import { median, parseNetwork, parsePrices } from './parse-market.ts'

describe('parsePrices', () => {
  const kraken = 'https://api.kraken.example/0/public/Ticker?pair=XBTEUR'
  test.each([
    [{ time: 1, USD: 70000, EUR: 61234.5, GBP: 5 }, kraken, { EUR: 6_123_450, USD: 7_000_000 }],
    [{ USD: 70000 }, kraken, { USD: 7_000_000 }],
    [
      { error: [], result: { XXBTZEUR: { a: ['1'], c: ['61234.50000', '0.1'] } } },
      kraken,
      { EUR: 6_123_450 },
    ],
    [{ error: [], result: { XXBTZUSD: { c: ['70000', '0.1'] } } }, kraken, { USD: 7_000_000 }],
    [{ result: { XXBTZGBP: { c: ['1', '1'] } } }, kraken, null],
    [{ data: { amount: '61234.50', base: 'BTC', currency: 'EUR' } }, kraken, { EUR: 6_123_450 }],
    [{ data: { amount: '61234.50', base: 'BTC', currency: 'CHF' } }, kraken, null],
    [{ last: '61234.5' }, 'https://bitstamp.example/api/v2/ticker/btceur/', { EUR: 6_123_450 }],
    [{ last: '70000' }, 'https://bitstamp.example/api/v2/ticker/btcusd', { USD: 7_000_000 }],
    [{ last: '70000' }, 'https://bitstamp.example/api/v2/ticker/', null],
    [{ EUR: 0 }, kraken, null],
    [{ EUR: -5 }, kraken, null],
    [{ EUR: 0.001 }, kraken, null],
    [{ EUR: 'NaN' }, kraken, null],
    [{ result: {} }, kraken, null],
    ['<html>', kraken, null],
    [null, kraken, null],
  ])('%j of %s', (body, url, quotes) => expect(parsePrices(body, url)).toEqual(quotes))
})

test.each([
  [[], null],
  [[5], 5],
  [[9, 1], 5],
  [[9, 1, 2], 2],
])('median of %j is %j', (values, expected) => expect(median(values)).toBe(expected))

describe('parseNetwork', () => {
  const hashrate = { currentHashrate: 1e21, currentDifficulty: 150e12 }
  const rewards = {
    startBlock: 976_857,
    endBlock: 977_000,
    totalReward: '45288000000',
    totalFee: '288000000',
    totalTx: '1',
  }
  test('reads both', () =>
    expect(parseNetwork(hashrate, rewards)).toEqual({
      difficulty: 150e12,
      height: 977_000,
      feesSatPerBlock: 2_000_000,
    }))
  test('one answer that is off makes the whole unknown', () => {
    expect(parseNetwork({ currentDifficulty: 0 }, rewards)).toBeNull()
    expect(parseNetwork(hashrate, { ...rewards, startBlock: 977_001 })).toBeNull()
    expect(parseNetwork(hashrate, 'Too many requests')).toBeNull()
  })
})
