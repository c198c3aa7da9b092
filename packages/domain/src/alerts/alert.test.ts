import { expect, test } from 'vitest'
import { alertTransition } from './alert.ts'

test.each([
  ['active', 'acknowledged', 'acknowledged'],
  ['active', 'resolved', 'not-acknowledged'],
  ['active', 'cleared', 'resolved'],
  ['acknowledged', 'acknowledged', 'already-acknowledged'],
  ['acknowledged', 'resolved', 'resolved'],
  ['acknowledged', 'cleared', 'resolved'],
  ['resolved', 'acknowledged', 'already-resolved'],
  ['resolved', 'resolved', 'already-resolved'],
  ['resolved', 'cleared', 'already-resolved'],
] as const)('%s + %s → %s', (status, event, outcome) => {
  const result = alertTransition(status, event)
  expect(result.ok ? result.status : result.reason).toBe(outcome)
})
