import { expect, test } from 'vitest'
import { firstPayoutDue } from './first-payout.ts'

const dayMs = 86_400_000

test.each([
  [0, 30, 'ok'],
  [1, 30, 'ok'],
  [23 * dayMs, 7, 'ok'],
  [23 * dayMs + 1, 7, 'soon'],
  [24 * dayMs, 6, 'soon'],
  [30 * dayMs - 1, 1, 'soon'],
  [30 * dayMs, 0, 'over'],
  [30 * dayMs + 1, 0, 'over'],
  [33 * dayMs, -3, 'over'],
])('%d ms after the installation %d days are left: %s', (passed, daysLeft, state) => {
  const since = Date.parse('2026-10-25T12:00:00Z')
  expect(firstPayoutDue(since, since + passed)).toEqual({ daysLeft, state })
})
