import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { silentLogger } from '../platform/logger.ts'
import { type EnrolmentAnswer, enrolOnce, enrolUntilDone, isEnrolled, markEnrolled } from './enrolment.ts'

const request = { controllerId: 'c1', enrolmentToken: 't', publicKey: 'k', version: '1' }
const signal = new AbortController().signal

const answering =
  (status: number, body: unknown): typeof fetch =>
  async () =>
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })

describe('enrolment', () => {
  test.each<[string, typeof fetch, EnrolmentAnswer]>([
    ['success', answering(200, { success: true, data: {} }), { outcome: 'enrolled' }],
    [
      'a refusal',
      answering(401, { success: false, error: 'x', message: 'x', code: 'BAD_TOKEN' }),
      { outcome: 'refused', code: 'BAD_TOKEN' },
    ],
    [
      'too many requests',
      answering(429, { success: false, error: 'x', code: 'RATE' }),
      { outcome: 'unreachable', detail: 'HTTP 429' },
    ],
    [
      'a failing server',
      answering(503, { success: false, error: 'x' }),
      { outcome: 'unreachable', detail: 'HTTP 503' },
    ],
    [
      'a page of some gateway',
      answering(200, '<html>log in to the harbour network</html>'),
      { outcome: 'unreachable', detail: 'HTTP 200' },
    ],
    ['a gateway that says 404', answering(404, 'not found'), { outcome: 'unreachable', detail: 'HTTP 404' }],
    [
      'no network',
      async () => Promise.reject(new TypeError('fetch failed')),
      { outcome: 'unreachable', detail: 'fetch failed' },
    ],
  ])('%s', async (_, fetchFn, expected) => {
    expect(await enrolOnce('http://shore', request, fetchFn, signal)).toEqual(expected)
  })

  test('is tried until it succeeds', async () => {
    vi.useFakeTimers()
    try {
      const outcomes = [
        answering(503, {}),
        answering(401, { success: false, code: 'BAD_TOKEN' }),
        answering(200, { success: true }),
      ]
      const seen: string[] = []
      const done = enrolUntilDone({
        serverUrl: 'http://shore',
        request,
        fetchFn: (...args) => (outcomes.shift() ?? answering(500, {}))(...args),
        random: () => 0,
        signal,
        onAnswer: ({ outcome }) => seen.push(outcome),
        log: silentLogger,
      })
      await vi.advanceTimersByTimeAsync(300_000)
      expect(await done).toBe(true)
      expect(seen).toEqual(['unreachable', 'refused', 'enrolled'])
    } finally {
      vi.useRealTimers()
    }
  })

  test('ends when the controller stops', async () => {
    const stopping = new AbortController()
    const done = enrolUntilDone({
      serverUrl: 'http://shore',
      request,
      fetchFn: answering(503, {}),
      random: () => 0,
      signal: stopping.signal,
      onAnswer: () => stopping.abort(),
      log: silentLogger,
    })
    expect(await done).toBe(false)
  })

  test('is noted for this server, id and key alone', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'enrol-'))
    const path = join(directory, 'enrolled.json')
    const mark = { serverUrl: 'http://shore', controllerId: 'c1', publicKey: 'k' }
    expect(await isEnrolled(path, mark)).toBe(false)
    await markEnrolled(path, mark)
    expect(await isEnrolled(path, mark)).toBe(true)
    expect(await isEnrolled(path, { ...mark, serverUrl: 'http://other' })).toBe(false)
    expect(await isEnrolled(path, { ...mark, publicKey: 'l' })).toBe(false)
    await rm(directory, { recursive: true })
  })
})
