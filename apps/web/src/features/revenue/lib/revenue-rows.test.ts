import type { RevenueRow } from '@shipminer/contract/revenue'
import { expect, test } from 'vitest'
import { coinsOf, periodAt, revenueCsv, revenueSteps, revenueSums } from './revenue-rows.ts'

const row = (part: Partial<RevenueRow>): RevenueRow => ({
  period: '2026-11-20',
  coin: 'BTC',
  shipId: null,
  minerId: null,
  name: null,
  estimated: null,
  estimatedOwnerSat: null,
  receivedSat: null,
  energyWh: null,
  ...part,
})
const estimate = (sat: number) => ({ sat, cents: null, basis: 'shares' as const })

test('days and months are moments, whole spans are not', () => {
  expect(periodAt('2026-11-20')).toBe(Date.UTC(2026, 10, 20, 12))
  expect(periodAt('2026-11')).toBe(Date.UTC(2026, 10, 15))
  expect(periodAt('2026-10-22/2026-11-20')).toBeNull()
})

test('steps sum what is known of one coin, and estimated never meets received', () => {
  const rows = [
    row({ period: '2026-11-20', estimated: estimate(5) }),
    row({ period: '2026-11-19', estimated: estimate(1), receivedSat: 7 }),
    row({ period: '2026-11-19', estimated: estimate(2) }),
    row({ period: '2026-11-19', coin: 'BCH', estimated: estimate(100) }),
    row({ period: '2026-11-18' }),
  ]
  expect(
    revenueSteps(rows, 'BTC').map(({ period, estimatedSat, receivedSat }) => [
      period,
      estimatedSat,
      receivedSat,
    ]),
  ).toEqual([
    ['2026-11-18', null, null],
    ['2026-11-19', 3, 7],
    ['2026-11-20', 5, null],
  ])
  expect(revenueSums(rows, 'BTC')).toEqual({ estimatedSat: 8, receivedSat: 7 })
  expect(revenueSums([], 'BTC')).toEqual({ estimatedSat: null, receivedSat: null })
  expect(coinsOf(rows)).toEqual(['BTC', 'BCH'])
})

test('the file keeps what is unknown empty, and a name is never a formula', () => {
  const csv = revenueCsv([row({ name: '=HYPERLINK("x"), ship', estimated: estimate(5), receivedSat: 0 })])
  expect(csv.split('\r\n')[1]).toBe('2026-11-20,BTC,,,"\'=HYPERLINK(""x""), ship",5,,shares,,0,')
})
