import { expect, test } from 'vitest'
import { parseRate, type RatePair } from './parse-rate.ts'

test.each<[unknown, RatePair, string | null]>([
  [{ error: [], result: { XXBTZEUR: { c: ['61234.50000', '0.1'] } } }, 'BTC/EUR', '61234.50000'],
  [{ result: { A: { c: ['1', '1'] }, B: { c: ['2', '1'] } } }, 'BTC/EUR', null],
  [{ data: { amount: '0.92119815', base: 'USDT', currency: 'EUR' } }, 'USDT/EUR', '0.92119815'],
  [{ data: { amount: '0.92', base: 'USDC', currency: 'EUR' } }, 'USDT/EUR', null],
  [{ last: '1.0850', bid: '1' }, 'EUR/USD', '1.0850'],
  [{ time: 1, EUR: 61234.5, USD: 70000 }, 'BTC/EUR', '61234.5'],
  [{ EUR: 61234.5 }, 'USDT/EUR', null],
  [{ last: 1e-7 }, 'BTC/EUR', null],
  [{ last: '1e5' }, 'BTC/EUR', null],
  [{ last: -5 }, 'BTC/EUR', null],
  [{ last: 'NaN' }, 'BTC/EUR', null],
  [{ last: '' }, 'BTC/EUR', null],
  [{ EUR: null }, 'BTC/EUR', null],
  ['<html>', 'BTC/EUR', null],
  [null, 'BTC/EUR', null],
])('%j as %s is %s', (body, pair, price) => expect(parseRate(body, pair)).toBe(price))
