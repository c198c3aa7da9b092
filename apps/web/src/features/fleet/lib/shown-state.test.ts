import { needsLook, rankOf, type ShownState } from '@shipminer/domain/fleet/shown-state'
import { describe, expect, test } from 'vitest'
import { badgeOf } from '../../../ui/signs/badge-of-state.ts'
import { shownStatus } from './shown-state.ts'

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

const shown = (kind: ShownState['kind'], reason: ShownState['reason'], hasAlerts = false): ShownState => ({
  kind,
  reason,
  hasAlerts,
})

test.each([
  [shown('mining', 'normal'), false, 'online'],
  [shown('mining', 'normal', true), true, 'attention'],
  [shown('mining', 'against-stop'), true, 'fault'],
  [shown('below-expected', 'lost-board'), true, 'attention'],
  [shown('asleep', 'owner'), false, 'sleeping'],
  [shown('idle', 'no-pool'), true, 'idle'],
  [shown('error', 'device'), true, 'fault'],
  [shown('starting', 'ordered'), false, 'starting'],
  [shown('offline', 'no-answer', true), true, 'offline'],
  [shown('unknown', 'not-told'), true, 'unknown'],
  [shown('offline', 'box-silent'), false, 'offline'],
] as const)('%o needs a look: %s, and wears %s', (state, isLook, badge) => {
  expect(needsLook(state)).toBe(isLook)
  expect(badgeOf(state)).toBe(badge)
})

test('what works but has an alert stands before what works', () => {
  const order = [
    shown('offline', 'no-answer'),
    shown('idle', 'no-work'),
    shown('mining', 'normal', true),
    shown('asleep', 'ship'),
    shown('mining', 'normal'),
  ]
  expect([...order].reverse().sort((a, b) => rankOf(a) - rankOf(b))).toEqual(order)
})
