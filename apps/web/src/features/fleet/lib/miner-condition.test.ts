import { describe, expect, test } from 'vitest'
import { badgeOf, conditionRank, minerCondition, needsAttention, shownStatus } from './miner-condition.ts'

const poll = { pollIntervalMs: 10_000, offlineAfterMs: 300_000 }

describe('shownStatus', () => {
  test.each([
    ['never sampled', null, 1_000_000, 1_000_000, 'unreported'],
    ['fresh', 999_000, 1_000_000, 1_000_000, 'online'],
    ['a little ahead', 1_001_000, 1_000_000, 1_000_000, 'online'],
    ['2.5 periods', 975_000, 1_000_000, 1_000_000, 'online'],
    ['older', 974_999, 1_000_000, 1_000_000, 'stale'],
    ['five minutes, server present', 699_999, 1_000_000, 1_000_000, 'offline'],
    ['five minutes, server last heard when it was fresh', 699_999, 1_000_000, 701_000, 'stale'],
    ['offline already when the server was last heard', 300_000, 1_000_000, 700_000, 'offline'],
  ] as const)('%s', (_name, sampledAt, now, contactAt, expected) => {
    expect(shownStatus({ sampledAt, now, contactAt, ...poll })).toBe(expected)
  })
})

describe('minerCondition', () => {
  const miner = { state: 'mining', alertCount: 0, unreachable: null } as const
  test.each([
    [miner, 'online', 'online'],
    [{ ...miner, state: null }, 'online', 'online'],
    [{ ...miner, state: 'fault' }, 'online', 'attention'],
    [{ ...miner, state: 'idle' }, 'online', 'attention'],
    [{ ...miner, state: 'sleeping' }, 'online', 'paused'],
    [{ ...miner, state: 'starting' }, 'online', 'starting'],
    [{ ...miner, alertCount: 2 }, 'online', 'attention'],
    [{ ...miner, state: 'fault' }, 'stale', 'stale'],
    [{ ...miner, alertCount: 1 }, 'offline', 'offline'],
    [miner, 'unreported', 'unreported'],
  ] as const)('%o is %s', (value, status, expected) => {
    expect(minerCondition(value, status)).toBe(expected)
  })
})

test('only quiet conditions need no attention, and every rank is its own', () => {
  const quiet = (Object.keys(conditionRank) as (keyof typeof conditionRank)[]).filter(
    (c) => !needsAttention(c),
  )
  expect(quiet.sort()).toEqual(['online', 'paused', 'starting'])
  expect(new Set(Object.values(conditionRank)).size).toBe(Object.keys(conditionRank).length)
})

test.each([
  ['attention', 'fault', 'fault'],
  ['attention', 'idle', 'idle'],
  ['attention', 'mining', 'attention'],
  ['paused', 'sleeping', 'sleeping'],
  ['offline', 'fault', 'offline'],
  ['online', null, 'online'],
] as const)('%s with state %s wears %s', (condition, state, badge) => {
  expect(badgeOf(condition, state)).toBe(badge)
})
