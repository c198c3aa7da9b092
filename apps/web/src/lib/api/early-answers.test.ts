import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { takeEarly } from './early-answers.ts'

const url = '/api/dashboard/miners'
const bearer = 'token-of-the-session'
const init = { method: 'GET', headers: { authorization: `Bearer ${bearer}` } }
const early = (answer: Promise<Response>, askedAt = 0) => {
  answer.catch(() => undefined)
  vi.stubGlobal('shipminerEarly', new Map([[url, { bearer, askedAt, answer }]]))
}

beforeEach(() => {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response('anew')),
  )
})
afterEach(() => vi.unstubAllGlobals())

test('what was asked for early is handed over once', async () => {
  early(Promise.resolve(new Response('early')))
  expect(await (await takeEarly(url, init, 1_000))?.text()).toBe('early')
  expect(takeEarly(url, init, 1_000)).toBe(null)
})

test('no other call, no other session and nothing old gets it', () => {
  const answer = Promise.resolve(new Response('early'))
  early(answer)
  expect(takeEarly('/api/mining/ships', init, 0)).toBe(null)
  expect(takeEarly(url, { ...init, method: 'POST' }, 0)).toBe(null)
  expect(takeEarly(url, { ...init, headers: { authorization: 'Bearer another' } }, 0)).toBe(null)
  expect(takeEarly(url, init, 0), 'a call of another session has used it up').toBe(null)
  early(answer)
  expect(takeEarly(url, init, 30_001)).toBe(null)
})

test('one that failed is asked for again', async () => {
  early(Promise.reject(new TypeError('no line')))
  expect(await (await takeEarly(url, init, 0))?.text()).toBe('anew')
})

test('without any there is nothing to take', () => {
  expect(takeEarly(url, init, 0)).toBe(null)
})
