import { expect, test } from 'vitest'
import { guessPool, poolHost } from './pool-coin.ts'
import { daysBetween, monthDays, periodDays, previousMonth } from './revenue-periods.ts'

test.each([
  ['stratum+tcp://BTC.example.org:3333', 'btc.example.org'],
  ['solo.ckpool.org:3333', 'solo.ckpool.org'],
  ['stratum+ssl://user@pool.example:443/path', 'pool.example'],
  ['', null],
  [null, null],
])('host of %j is %j', (url, host) => expect(poolHost(url)).toBe(host))

test.each([
  ['btc.example.org', 'BTC', 'pooled'],
  ['bch.viabtc.com', 'BCH', 'pooled'],
  ['eu-bsv.pool.example', 'BSV', 'pooled'],
  ['solo-bch.pool.example', 'BCH', 'solo'],
  ['bchain.example', 'BTC', 'pooled'],
  ['solo.ckpool.org', 'BTC', 'solo'],
  [null, 'BTC', 'pooled'],
] as const)('%j is guessed as %s, %s', (host, coin, mode) => expect(guessPool(host)).toEqual({ coin, mode }))

test('periods end with today and hold whole days or whole months', () => {
  const now = Date.UTC(2026, 2, 31, 23, 59)
  expect(periodDays('7d', '2026-03-31')).toEqual({ fromDay: '2026-03-25', toDay: '2026-03-31' })
  expect(periodDays('30d', '2026-03-31')).toEqual({ fromDay: '2026-03-02', toDay: '2026-03-31' })
  expect(periodDays('12m', '2026-03-31')).toEqual({ fromDay: '2025-04-01', toDay: '2026-03-31' })
  expect(daysBetween('2026-02-27', '2026-03-01')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
  expect(daysBetween('2026-03-01', '2026-02-28')).toEqual([])
  expect(monthDays('2028-02')).toEqual({ fromDay: '2028-02-01', toDay: '2028-02-29' })
  expect(monthDays('2026-12').toDay).toBe('2026-12-31')
  expect(previousMonth(Date.UTC(2026, 0, 1))).toBe('2025-12')
  expect(previousMonth(now)).toBe('2026-02')
})
