import { expect, test } from 'vitest'
import { showZone } from '../../../lib/format/shown-zone.ts'
import { monthStart, ownersEstimate, sumReceivedSince } from './owner-money.ts'

const split = { ownerNumerator: 3, denominator: 4 }
const receipt = (at: number, amountSat: number, coin: 'BTC' | 'BCH' = 'BTC') => ({ at, amountSat, coin })

test('the owner’s part of an estimate is rounded down, and unknown stays unknown', () => {
  expect(ownersEstimate({ sat: 7, cents: 2_281, basis: 'shares' }, split)).toEqual({ sat: 5, cents: 1_710 })
  expect(ownersEstimate({ sat: 7, cents: null, basis: 'shares' }, split)).toEqual({ sat: 5, cents: null })
  expect(ownersEstimate(null, split)).toBeNull()
})

test('received counts Bitcoin since the moment alone', () => {
  const known = {
    receipts: [receipt(5, 400), receipt(9, 800), receipt(9, 8_000, 'BCH')],
    payouts: [
      { at: 4, amountSat: 100 },
      { at: 9, amountSat: 200 },
    ],
    split,
    centsPerBtc: 5_000_000_000,
  }
  expect(sumReceivedSince(6, known)).toEqual({ sat: 600, cents: 30_000, paidOutSat: 200 })
  expect(sumReceivedSince(6, { ...known, receipts: [], payouts: [] })).toBeNull()
})

test('months begin by UTC', () => {
  showZone('Europe/Amsterdam')
  expect(new Date(monthStart(Date.UTC(2026, 10, 22, 13))).toISOString()).toBe('2026-10-31T23:00:00.000Z')
  showZone('America/New_York')
  expect(new Date(monthStart(Date.UTC(2026, 10, 1, 3))).toISOString()).toBe('2026-10-01T04:00:00.000Z')
  showZone(undefined)
})
