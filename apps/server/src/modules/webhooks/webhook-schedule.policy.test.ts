import { expect, test } from 'vitest'
import { classifyAttempt, retryWaitsMs } from './webhook-schedule.policy.ts'

const answered = (statusCode: number | null, retryAfterMs: number | null = null) => ({
  statusCode,
  retryAfterMs,
})

test('only 2xx is a yes', () => {
  for (const status of [200, 201, 204, 299])
    expect(classifyAttempt(answered(status), 1, 0).kind).toBe('delivered')
  for (const status of [100, 301, 302, 400, 401, 404, 500, 503, null])
    expect(classifyAttempt(answered(status), 1, 0).kind).toBe('retry')
})

test('410 ends it', () => expect(classifyAttempt(answered(410), 1, 0)).toEqual({ kind: 'gone' }))

test('nine waits over three days, then it is given up', () => {
  const waits = Array.from({ length: 10 }, (_, index) => classifyAttempt(answered(500), index + 1, 0))
  expect(waits.slice(0, 9)).toEqual(retryWaitsMs.map((waitMs) => ({ kind: 'retry', waitMs })))
  expect(waits[9]).toEqual({ kind: 'given-up' })
  const hours = retryWaitsMs.reduce((sum, waitMs) => sum + waitMs, 0) / 3_600_000
  expect(hours).toBeGreaterThan(75)
  expect(hours).toBeLessThan(76)
})

test('jitter adds up to a fifth, a busy receiver gets twice the time, and one that asks gets what it asks for', () => {
  expect(classifyAttempt(answered(500), 2, 0.5)).toEqual({ kind: 'retry', waitMs: 330_000 })
  for (const status of [429, 502, 504])
    expect(classifyAttempt(answered(status), 2, 0)).toEqual({ kind: 'retry', waitMs: 600_000 })
  expect(classifyAttempt(answered(429, 3_600_000), 1, 0)).toEqual({ kind: 'retry', waitMs: 3_600_000 })
  expect(classifyAttempt(answered(429, 1_000), 2, 0)).toEqual({ kind: 'retry', waitMs: 600_000 })
})
