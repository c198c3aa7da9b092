import { expect, test } from 'vitest'
import { budgetFrom, partOf } from './budget.ts'

test('a budget runs out and stays out', () => {
  let now = 1000
  const budget = budgetFrom({ timeoutMs: 100 }, () => now)
  expect(budget.remainingMs()).toBe(100)
  now = 1060
  expect(budget.remainingMs()).toBe(40)
  now = 5000
  expect(budget.remainingMs()).toBe(0)
})

test('a part is no longer than the whole', () => {
  let now = 0
  const whole = budgetFrom({ timeoutMs: 100 }, () => now)
  const short = partOf(whole, 30, () => now)
  const long = partOf(whole, 500, () => now)
  expect([short.remainingMs(), long.remainingMs()]).toEqual([30, 100])
  now = 90
  expect([short.remainingMs(), long.remainingMs()]).toEqual([0, 10])
})

test('nothing is left once the caller gave up', () => {
  const caller = new AbortController()
  const budget = budgetFrom({ timeoutMs: 100, signal: caller.signal }, () => 0)
  caller.abort()
  expect(budget.remainingMs()).toBe(0)
})
