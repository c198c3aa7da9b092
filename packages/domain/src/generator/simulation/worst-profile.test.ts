import { describe, expect, test } from 'vitest'
import { decide } from '../decide.ts'
import { mostSwitchesAllowed, searchedFleets, standardFleets } from './standard-set.ts'
import { worstLoads } from './worst-loads.ts'
import { goals, sail, searchWorst } from './worst-profile.ts'

const few = { seconds: 1_800, tries: 12, seed: 5, hasContactor: false }
const worst = (options: Parameters<typeof searchWorst>[0]) => searchWorst(options).result
const behindContactor = { ...few, hasContactor: true }

describe.each(Object.entries(standardFleets))('loads found to be worst for %s', (_, fleet) => {
  test('stay within the budget, the contactor’s curve and the switches allowed', () => {
    const beyond = worst({ ...few, fleet, goal: goals['time beyond the budget'] })
    expect(beyond.beyondBudgetMs).toBeLessThanOrEqual(0)
    const curve = worst({ ...behindContactor, fleet, goal: goals['time above capacity'] })
    expect(curve.contactor?.aboveCapacityMs).toBeGreaterThan(0)
    expect(curve.contactor?.beyondCurveMs).toBe(0)
    expect(worst({ ...few, fleet, goal: goals.switching }).mostSwitchesPerHour).toBeLessThanOrEqual(
      mostSwitchesAllowed,
    )
  })
})

test('a law that never sheds is found out, and only the contactor takes the power away', () => {
  const blind: typeof decide = (...input) => ({ ...decide(...input), actions: [] })
  const fleet = Object.values(standardFleets)[0] ?? []
  const found = worst({ ...few, fleet, goal: goals['time beyond the budget'], law: blind })
  expect(found.beyondBudgetMs).toBeGreaterThan(60_000)
  const over = worst({ ...behindContactor, fleet, goal: goals['time above capacity'], law: blind })
  expect(over.contactor?.openings).toBeGreaterThan(0)
  expect(over.contactor?.beyondCurveMs).toBe(0)
})

test('a meter without any noise starves nobody: what it shows is no less true for being the same twice', () => {
  const [fleet = []] = Object.values(standardFleets)
  const search = { fleet, seconds: 7_200, tries: 24, seed: 5, hasContactor: false, noiseKw: 0 }
  const { minedKwh, bestKwh } = worst({ ...search, goal: goals.starvation })
  expect(minedKwh / bestKwh).toBeGreaterThan(0.4)
}, 90_000)

test.each(worstLoads)('the load found for $fleet, $goal: within budget, curve and switches', (load) => {
  const result = sail(load.shape, { ...load, fleet: searchedFleets[load.fleet], seconds: 3_600 })
  expect(result.beyondBudgetMs).toBeLessThanOrEqual(0)
  expect(result.contactor?.beyondCurveMs ?? 0).toBe(0)
  expect(result.mostSwitchesPerHour).toBeLessThanOrEqual(mostSwitchesAllowed)
  expect(result.mostStartsPerHour).toBeLessThanOrEqual(6)
})
