import { guessPool, poolHost } from '@shipminer/domain/revenue/pool-coin'
import { describe, expect, test } from 'vitest'
import { addEarnings, presentController, presentEarnings as presented } from './fleet.presenter.ts'

const presentEarnings = (one: Parameters<typeof presented>[0], centsPerBtc: number | null) =>
  presented(one, centsPerBtc, (poolUrl) => guessPool(poolHost(poolUrl)))

const row = {
  minerId: 1,
  poolUrl: 'stratum+tcp://pool.example:3333',
  sharesToday: 100.9,
  sharesMonth: 1000,
  blindToday: null,
  blindMonth: null,
}

describe('presentEarnings', () => {
  test('by shares, rounded down, priced', () => {
    expect(presentEarnings(row, 6_500_000)).toEqual({
      today: { sat: 100, cents: 7, basis: 'shares' },
      month: { sat: 1000, cents: 65, basis: 'shares' },
    })
  })
  test('without a price the euro figure is unknown, the satoshi figure is not', () =>
    expect(presentEarnings(row, null).today).toEqual({ sat: 100, cents: null, basis: 'shares' }))
  test('a device that tells no difficulty is estimated by hash rate and says so', () =>
    expect(presentEarnings({ ...row, sharesToday: null, blindToday: 50 }, null).today).toEqual({
      sat: 50,
      cents: null,
      basis: 'hashrate',
    }))
  test('a first sample without difficulty does not change the basis, a long stretch does', () => {
    expect(presentEarnings({ ...row, blindToday: 1 }, null).today?.basis).toBe('shares')
    expect(presentEarnings({ ...row, blindToday: 30 }, null).today?.basis).toBe('mixed')
  })
  test('a solo miner has no expected income', () =>
    expect(presentEarnings({ ...row, poolUrl: 'solo.ckpool.org:3333' }, null)).toEqual({
      today: null,
      month: null,
    }))
  test('nor has a miner of another coin one in Bitcoin', () =>
    expect(presentEarnings({ ...row, poolUrl: 'bch.pool.example:3333' }, null)).toEqual({
      today: null,
      month: null,
    }))
  test('nothing known is null, not 0', () =>
    expect(presentEarnings({ ...row, sharesToday: null }, null).today).toBeNull())
})

describe('addEarnings', () => {
  test('nothing known stays unknown', () => expect(addEarnings([null, null], 1)).toBeNull())
  test('sums what is known and says when bases differ', () =>
    expect(
      addEarnings(
        [{ sat: 1, cents: null, basis: 'shares' }, null, { sat: 2, cents: null, basis: 'hashrate' }],
        100_000_000,
      ),
    ).toEqual({ sat: 3, cents: 3, basis: 'mixed' }))
})

test('presentController: a spool that does not parse is unknown', () => {
  const controller = {
    id: 'SM-1',
    name: 'n',
    location: null,
    ipAddress: null,
    lastSeenAt: null,
    version: null,
    pollIntervalMs: null,
    spool: 'x',
    miners: 0,
  }
  expect(presentController(controller, 0)).toMatchObject({
    status: 'never-seen',
    droppedSamples: null,
    memory: null,
    pollIntervalMs: 30_000,
  })
})
