import { describe, expect, test } from 'vitest'
import { controllerStatus, findSilence } from './silence.ts'

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

describe('findSilence', () => {
  const old = now - 500_000
  const miners: Parameters<typeof findSilence>[0]['miners'] = [
    { minerId: 2, sampledAt: now - 100_000, receivedAt: now - 100_000 },
    { minerId: 3, sampledAt: now - 400_000, receivedAt: now - 400_000 },
    { minerId: 4, sampledAt: null, receivedAt: null },
  ]
  const base = {
    now,
    lastSeenAt: now,
    connectedSince: old,
    pollIntervalMs: 30_000,
    offlineAfterMs: 300_000,
    minerCount: 3,
    miners,
    isForAllOpen: false,
  }
  const stale = { kind: 'miner-stale', minerId: 2 }
  const offline = { kind: 'miner-offline', minerId: 3 }
  const forAll = { kind: 'all-miners-silent', minerId: null }
  const causes = (over: Partial<typeof base>) => findSilence({ ...base, ...over })

  test('a controller that answers: its silent miners, each once', () =>
    expect(causes({})).toEqual({ causes: [stale, offline], keeps: 'nothing' }))
  test('a silent controller hides its miners, and what was said of them stays', () =>
    expect(causes({ lastSeenAt: now - 80_000 })).toEqual({
      causes: [{ kind: 'controller-silent', minerId: null }],
      keeps: 'miners',
    }))
  test('a controller never seen is no alarm', () =>
    expect(findSilence({ ...base, lastSeenAt: null })).toEqual({ causes: [], keeps: 'nothing' }))
  test('a line that dropped makes no miner silent: all are as old as the line', () => {
    const miner = (minerId: number) => ({ minerId, sampledAt: now - 90_000, receivedAt: now - 90_000 })
    expect(causes({ lastSeenAt: now - 70_000, miners: [1, 2, 3].map(miner) }).causes).toEqual([])
  })
  test('just after it came back nothing is claimed, and nothing taken back', () =>
    expect(causes({ connectedSince: now - 74_999 })).toEqual({ causes: [], keeps: 'miners' }))
  test('and then it is', () =>
    expect(causes({ connectedSince: now - 75_000 }).causes).toEqual([stale, offline]))
  test('a ship that sends what it kept tells the past first', () =>
    expect(causes({ miners: miners.map((miner) => ({ ...miner, receivedAt: now - 1_000 })) }).causes).toEqual(
      [],
    ))
  test('none answers: one alert, kept while half of them are silent', () => {
    expect(causes({ minerCount: 2 }).causes).toEqual([forAll])
    expect(causes({ minerCount: 4, isForAllOpen: true }).causes).toEqual([forAll])
    expect(causes({ minerCount: 5, isForAllOpen: true }).causes).toEqual([stale, offline])
  })
  test('the only miner of a ship is that miner', () =>
    expect(causes({ minerCount: 1, miners: miners.slice(0, 1) }).causes).toEqual([stale]))
})
