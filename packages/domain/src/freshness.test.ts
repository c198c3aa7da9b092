import { describe, expect, test } from 'vitest'
import { fleetTotals, minerStatus } from './freshness.ts'

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

describe('fleetTotals', () => {
  test('an empty fleet knows nothing', () => {
    expect(fleetTotals([])).toMatchObject({
      devices: 0,
      hashrateGhs: null,
      powerWatts: null,
      averageTemperatureDeciC: null,
    })
  })
  test('sums fresh values and says how many knew them', () => {
    const member = { hashrateGhs: 100, powerWatts: 5, temperatureDeciC: 600 }
    const totals = fleetTotals([
      { status: 'online', ...member },
      { status: 'online', ...member, powerWatts: null, temperatureDeciC: 700 },
      { status: 'stale', ...member },
      { status: 'offline', ...member },
      { status: 'unreported', hashrateGhs: null, powerWatts: null, temperatureDeciC: null },
    ])
    expect(totals).toEqual({
      devices: 5,
      online: 2,
      stale: 1,
      offline: 2,
      hashrateGhs: 200,
      hashrateKnown: 2,
      powerWatts: 5,
      powerKnown: 1,
      averageTemperatureDeciC: 650,
      temperatureKnown: 2,
    })
  })
  test('a sleeping fleet makes 0, which is known', () => {
    expect(
      fleetTotals([{ status: 'online', hashrateGhs: 0, powerWatts: null, temperatureDeciC: null }])
        .hashrateGhs,
    ).toBe(0)
  })
})
