import { focusManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from './api/api-error.ts'
import { createQueryClient, maxRetries, retryDelayMs, shouldRetry } from './query-client.ts'

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

describe('a query that gave up while nothing answered', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    focusManager.setFocused(true)
  })
  afterEach(() => {
    vi.useRealTimers()
    focusManager.setFocused(undefined)
  })
  const look = (thrown: Error, failures: number) => {
    const client = createQueryClient()
    const ask = vi.fn(async (): Promise<string> => {
      if (ask.mock.calls.length <= failures) throw thrown
      return 'values'
    })
    const observer = new QueryObserver(client, { queryKey: ['values'], queryFn: ask })
    const leave = observer.subscribe(() => undefined)
    return { ask, leave, seen: () => observer.getCurrentResult().data }
  }
  const away = error(0, 'network')

  test('is asked again by itself until it has its values', async () => {
    const { ask, seen, leave } = look(away, 9)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(seen()).toBe('values')
    expect(ask).toHaveBeenCalledTimes(10)
    leave()
  })

  test('is left alone when nobody looks, and when it was refused', async () => {
    const left = look(away, 99)
    await vi.advanceTimersByTimeAsync(8_000)
    left.leave()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(left.ask).toHaveBeenCalledTimes(1 + maxRetries)
    const refused = look(error(404, 'not-found'), 99)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(refused.ask).toHaveBeenCalledTimes(1)
    refused.leave()
  })
})
