import { describe, expect, test } from 'vitest'
import { controllerStatus, silenceCauses } from './silence.ts'

const now = 1_000_000_000
describe('controllerStatus', () => {
  test.each([
    [null, 30_000, 'never-seen'],
    [0, 30_000, 'online'],
    [75_000, 30_000, 'online'],
    [75_001, 30_000, 'silent'],
    [45_000, 5_000, 'online'],
    [45_001, 5_000, 'silent'],
  ] as const)('%s ms ago at %d → %s', (ago, pollIntervalMs, status) =>
    expect(controllerStatus({ lastSeenAt: ago === null ? null : now - ago, now, pollIntervalMs })).toBe(
      status,
    ),
  )
})

describe('silenceCauses', () => {
  const miners = [
    { minerId: 1, sampledAt: now - 10_000 },
    { minerId: 2, sampledAt: now - 100_000 },
    { minerId: 3, sampledAt: now - 400_000 },
    { minerId: 4, sampledAt: null },
  ]
  const base = { now, pollIntervalMs: 30_000, offlineAfterMs: 300_000, miners }
  test('a controller that answers: its silent miners, each once', () =>
    expect(silenceCauses({ ...base, lastSeenAt: now })).toEqual([
      { kind: 'miner-stale', minerId: 2 },
      { kind: 'miner-offline', minerId: 3 },
    ]))
  test('a silent controller hides its miners', () =>
    expect(silenceCauses({ ...base, lastSeenAt: now - 80_000 })).toEqual([
      { kind: 'controller-silent', minerId: null },
    ]))
  test('a controller never seen is no alarm', () =>
    expect(silenceCauses({ ...base, lastSeenAt: null })).toEqual([]))
})
