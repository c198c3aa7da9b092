import { describe, expect, test } from 'vitest'
import { decide } from '../decide.ts'
import { defaultSettings, type FollowerSettings } from '../follower-settings.ts'
import type { LawState } from '../law-state.ts'
import { newLawState } from '../law-state.ts'
import { createRandom } from './random.ts'
import { perfectMeter, simulate } from './simulate.ts'
import { minerKinds, noFaults } from './simulated-miner.ts'

/*
 * Two boxes on one generator: both read the same load, each knows half of the miners, and takes those of the other for the ship.
 */

/** The law of several boxes in one: every second miner is the second box's. */
function boxes(own: readonly Partial<FollowerSettings>[]): typeof decide {
  const states: LawState[] = []
  return (_, input, clock) => {
    const decisions = own.map((over, index) => {
      const devices = input.devices.filter((_device, at) => at % own.length === index)
      const ids = new Set(devices.map(({ id }) => id))
      const decision = decide(
        states[index] ?? newLawState(clock.now),
        {
          ...input,
          settings: { ...input.settings, ...over },
          devices,
          failures: input.failures.filter(({ deviceId }) => ids.has(deviceId)),
        },
        clock,
      )
      states[index] = decision.state
      return decision
    })
    const [first] = decisions
    if (first === undefined) throw new Error('no box')
    return {
      ...first,
      state: { ...first.state, devices: new Map(decisions.flatMap(({ state }) => [...state.devices])) },
      actions: decisions.flatMap(({ actions }) => actions),
    }
  }
}

const settings = { ...defaultSettings(100), meanLimitPercent: null }
/** As docs/safety.md and the page tell. */
const second = { holdMs: 2 * settings.holdMs }
const loads = {
  steady: () => 40,
  'steps within the reserve': (at: number) => (Math.floor(at / 1_200) % 2 === 1 ? 48 : 40),
  swinging: (at: number) => 40 + 8 * Math.sin(at / 400),
}
const cases = (['antminer', 'whatsminer', 'quick'] as const).flatMap((kind) =>
  (Object.keys(loads) as (keyof typeof loads)[]).map((load) => ({ kind, load })),
)

function sail({ kind, load }: (typeof cases)[number], own: readonly Partial<FollowerSettings>[]) {
  return simulate({
    profile: { name: load, shipLoadKw: Float64Array.from({ length: 3 * 3_600 }, (_, at) => loads[load](at)) },
    settings,
    fleet: Array.from({ length: kind === 'antminer' ? 10 : 16 }, (_, index) => ({
      kind: minerKinds[kind],
      revenuePerKwh: 8 + index / 10,
    })),
    ...{ minerFaults: noFaults, meterFaults: perfectMeter, random: createRandom(1), hasContactor: true },
    law: boxes(own),
  })
}

describe.each(cases)('$kind, $load', (one) => {
  test('two alike never take the set beyond what it can give, and start no miner more often than is allowed', () => {
    const alike = sail(one, [{}, {}])
    expect(alike.contactor).toEqual({ openings: 0, aboveCapacityMs: 0, beyondCurveMs: 0 })
    expect(alike.mostStartsPerHour).toBeLessThanOrEqual(settings.maxStartsPerHour)
  })
  test('one that waits twice as long leaves the other in front: nothing above what the set can give, and fewer starts', () => {
    const shared = sail(one, [{}, second])
    expect(shared.contactor).toEqual({ openings: 0, aboveCapacityMs: 0, beyondCurveMs: 0 })
    expect(shared.mostStartsPerHour).toBeLessThanOrEqual(one.load === 'steady' ? 1 : 4)
    if (one.load === 'steady') expect(shared.minedKwh).toBeGreaterThan(0.9 * shared.bestKwh)
  })
  test('to split what the set can give leaves both without room: each sees the whole load', () => {
    const half = { capacityKw: settings.capacityKw / 2 }
    expect(sail(one, [half, half]).minedKwh).toBeLessThan(5)
  })
})
