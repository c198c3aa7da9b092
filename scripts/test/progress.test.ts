import { expect, test } from 'vitest'
import { estimateLeftMs, formatProgress } from './progress.ts'
import { summarizeEvents } from './run-events.ts'

const nothing = summarizeEvents([])

test('says what is done, how long it took, what is left, and what runs now', () => {
  const state = {
    ...nothing,
    unit: 'journeys' as const,
    total: 165,
    done: 41,
    now: ['e2e/shop/purchase.spec.ts', 'e2e/desk/desk.spec.ts', 'e2e/third.spec.ts'],
  }
  expect(formatProgress(state, 130_000)).toBe(
    'journeys 41 of 165, 2:10 gone, about 6:33 left, now: purchase.spec.ts, desk.spec.ts',
  )
  expect(formatProgress({ ...state, count: { ...state.count, failed: 2 } }, 130_000)).toContain(
    'journeys 41 of 165, 2 FAILED, 2:10 gone',
  )
})

test('does not guess before there is something to go by', () => {
  expect(formatProgress(nothing, 4_000)).toBe('starting, 0:04 gone')
  expect(estimateLeftMs(1, 100, 10_000)).toBeNull()
  expect(estimateLeftMs(10, 100, 10_000)).toBe(90_000)
})
