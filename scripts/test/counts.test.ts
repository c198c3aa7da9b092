import { expect, test } from 'vitest'
import { addCounts, formatCount } from './counts.ts'

test('ends with one plain line', () => {
  const sum = addCounts([
    { passed: 5, failed: 0, skipped: 1 },
    { passed: 2, failed: 0, skipped: 0 },
  ])
  expect(formatCount(sum)).toBe('7 passed, 0 failed, 1 skipped')
})
