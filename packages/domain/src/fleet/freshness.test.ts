import { describe, expect, test } from 'vitest'
import { minerStatus } from './freshness.ts'

describe('minerStatus', () => {
  const at = (ageMs: number | null, pollIntervalMs = 30_000) =>
    minerStatus({
      sampledAt: ageMs === null ? null : 1_000_000_000 - ageMs,
      now: 1_000_000_000,
      pollIntervalMs,
      offlineAfterMs: 300_000,
    })
  test.each([
    [null, 'unreported'],
    [-5_000, 'online'],
    [0, 'online'],
    [75_000, 'online'],
    [75_001, 'stale'],
    [300_000, 'stale'],
    [300_001, 'offline'],
  ] as const)('%s ms old → %s', (age, status) => expect(at(age)).toBe(status))
  test('a slow poll is never offline before it is stale', () => expect(at(700_000, 300_000)).toBe('online'))
})
