import { expect, test } from 'vitest'
import type { SimulationResult } from './simulate.ts'
import { mostSwitchesAllowed, randomRun, shareOfBest, standardRuns } from './standard-set.ts'

const worst = (results: readonly SimulationResult[]) => ({
  beyondBudgetMs: Math.max(...results.map(({ beyondBudgetMs }) => beyondBudgetMs)),
  switches: Math.max(...results.map(({ mostSwitchesPerHour }) => mostSwitchesPerHour)),
})

test('5,000 random ships of 2 hours: within the budget, bounded switches', () => {
  const results = Array.from({ length: 5_000 }, (_, index) => randomRun(10_001 + index, 7_200))
  expect(worst(results).beyondBudgetMs).toBeLessThanOrEqual(0)
  expect(worst(results).switches).toBeLessThanOrEqual(mostSwitchesAllowed)
})

test('a week of the standard set: at least 90 % of the best, within the budget', () => {
  const results = standardRuns(7 * 86_400).map(({ result }) => result)
  expect(shareOfBest(results)).toBeGreaterThanOrEqual(0.9)
  expect(worst(results).beyondBudgetMs).toBeLessThanOrEqual(0)
  expect(worst(results).switches).toBeLessThanOrEqual(mostSwitchesAllowed)
})
