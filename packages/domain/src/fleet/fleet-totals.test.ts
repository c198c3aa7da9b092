import { describe, expect, test } from 'vitest'
import { fleetTotals } from './fleet-totals.ts'
import { minerStateKinds } from './miner-state.ts'

const noStates = Object.fromEntries(minerStateKinds.map((kind) => [kind, 0]))
const mining = { kind: 'mining', reason: 'normal' } as const

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
      { state: mining, ...member },
      { state: mining, ...member, powerWatts: null, temperatureDeciC: 700 },
      { state: { kind: 'stale', reason: 'no-answer' }, ...member },
      { state: { kind: 'offline', reason: 'no-answer' }, ...member },
      {
        state: { kind: 'unreported', reason: 'never-measured' },
        hashrateGhs: null,
        powerWatts: null,
        temperatureDeciC: null,
      },
    ])
    expect(totals).toEqual({
      devices: 5,
      online: 2,
      stale: 1,
      offline: 2,
      states: { ...noStates, mining: 2, stale: 1, offline: 1, unreported: 1 },
      needAttention: 3,
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
      fleetTotals([{ state: mining, hashrateGhs: 0, powerWatts: null, temperatureDeciC: null }]).hashrateGhs,
    ).toBe(0)
  })
})
