import { expect, test } from 'vitest'
import { ApiError } from './api/api-error.ts'
import { createQueryClient, retryDelayMs, shouldRetry } from './query-client.ts'

const error = (status: number, code: string | null = null) => new ApiError({ status, code, message: 'x' })

test('waits double from 1 s to 30 s', () => {
  expect([0, 1, 2, 3, 4, 5, 9].map(retryDelayMs)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
})

test.each([
  [error(0, 'network'), true],
  [error(500), true],
  [error(503, 'dashboard-unavailable'), true],
  [error(429, 'rate-limited'), true],
  [error(408), true],
  [error(401), false],
  [error(404), false],
  [error(200, 'answer-invalid'), false],
])('%o is tried again: %s', (thrown, again) => {
  expect(shouldRetry(0, thrown)).toBe(again)
  expect(shouldRetry(3, thrown)).toBe(false)
})

test('unused answers are dropped after 5 minutes', () => {
  expect(createQueryClient().getDefaultOptions().queries?.gcTime).toBe(300_000)
})
