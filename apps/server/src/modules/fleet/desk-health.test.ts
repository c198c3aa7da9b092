import { describe, expect, test } from 'vitest'
import { type HealthRow, healthOf } from './desk-health.ts'

const now = Date.UTC(2026, 10, 23)
const row = (more: Partial<HealthRow> = {}): HealthRow => ({
  ...{ state: 'mining', hashrateGhs: 90_000, expectedGhs: 100_000, uptimeSeconds: 90_000, flags: 0 },
  ...{
    poolHealth: 'alive',
    stoppedAt: null,
    commandedAt: null,
    followerCommand: null,
    followerCommandedAt: null,
    ruleCommand: null,
    ruleCommandedAt: null,
  },
  ...{ follower: null, followerAt: null, sampledAt: new Date(now), lastSeenAt: new Date(now) },
  ...{ pollIntervalMs: 30_000, isLoud: false },
  ...more,
})
const still = { hashrateGhs: 0 } as const
const longAgo = new Date(now - 3_600_000)

describe('healthOf', () => {
  test.each<[string, Partial<HealthRow>, string]>([
    ['mines', {}, 'mining'],
    ['was stopped by its owner', { ...still, state: 'sleeping', stoppedAt: longAgo }, 'curtailed'],
    // Asleep is only what somebody ordered.
    ['sleeps without an order', { ...still, state: 'sleeping' }, 'idle'],
    ['runs against its stop', { stoppedAt: longAgo }, 'alert'],
    ['makes too little', { hashrateGhs: 10_000 }, 'alert'],
    ['is broken', { ...still, state: 'fault' }, 'alert'],
    ['has an open warning', { isLoud: true }, 'alert'],
    ['is late', { sampledAt: new Date(now - 120_000), isLoud: true }, 'stale'],
    ['is gone', { sampledAt: longAgo, isLoud: true }, 'offline'],
    ['was never heard', { sampledAt: null, state: null, hashrateGhs: null }, 'unknown'],
    ['makes nothing and does not say why', { ...still, state: null }, 'idle'],
    ['says what nobody understands', { state: null, hashrateGhs: null }, 'unknown'],
  ])('one that %s', (_, more, health) => expect(healthOf(row(more), now, 300_000)).toBe(health))
})
