import { expect, test } from 'vitest'
import { type MinerStateRow, stateOfRow } from './miner-state-row.ts'

const now = Date.UTC(2026, 5, 1, 12)
const row = (change: Partial<MinerStateRow>): MinerStateRow => ({
  ...{ state: 'sleeping', hashrateGhs: 0, expectedGhs: 250_000, uptimeSeconds: 9_000, flags: 0 },
  ...{ poolHealth: 'alive', stoppedAt: null, commandedAt: null, ruleCommand: null, ruleCommandedAt: null },
  ...{ followerCommand: 'rest', followerCommandedAt: new Date(now - 4_000) },
  ...{ follower: 'free', followerAt: new Date(now - 8_000) },
  ...{ sampledAt: new Date(now), lastSeenAt: new Date(now), pollIntervalMs: 5_000 },
  ...change,
})

test('a miner that was told to rest after the last report of the follower gives way, and does not stand still', () => {
  expect(stateOfRow(row({}), now, 300_000)).toEqual({ kind: 'asleep', reason: 'ship' })
})

test('one that sleeps though the follower reported since that all may run stands still', () => {
  const since = row({ followerAt: new Date(now - 1_000) })
  expect(stateOfRow(since, now, 300_000)).toMatchObject({ kind: 'idle' })
  expect(stateOfRow(row({ followerCommand: null, followerCommandedAt: null }), now, 300_000).kind).toBe(
    'idle',
  )
})
