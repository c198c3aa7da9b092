import { describe, expect, test } from 'vitest'
import { createHttpJson, SourceError } from './http-json.ts'

type Asked = { url: string; init: RequestInit }

function serverThat(
  answer: (asked: Asked) => Response | Promise<Response>,
  baseUrl = 'https://user:p%40ss@node.example/v1/',
) {
  const asked: Asked[] = []
  const http = createHttpJson(baseUrl, {
    timeoutMs: 1_000,
    maxBytes: 100,
    fetch: async (input, init) => {
      const one = { url: String(input), init: init ?? {} }
      asked.push(one)
      return answer(one)
    },
  })
  return { http, asked }
}

test('user and password go into a header and nowhere else; redirects are refused', async () => {
  const { http, asked } = serverThat(() => new Response('{"a":1}'))
  expect(await http.request('/tip', { body: [1] })).toEqual({ status: 200, body: { a: 1 } })
  expect(asked[0]?.url).toBe('https://node.example/v1/tip')
  expect(asked[0]?.init).toMatchObject({
    method: 'POST',
    body: '[1]',
    redirect: 'error',
    headers: { authorization: `Basic ${Buffer.from('user:p@ss').toString('base64')}` },
  })
})

test('an empty path is the base address to the letter', async () => {
  const { http, asked } = serverThat(() => new Response('{}'), 'https://rates.example/ticker/btceur/?x=1')
  await http.request('')
  expect(asked[0]?.url).toBe('https://rates.example/ticker/btceur/?x=1')
})

test('text that is no JSON is given as text', async () => {
  const { http } = serverThat(() => new Response('{"a":'))
  expect(await http.request('/')).toEqual({ status: 200, body: '{"a":' })
})

describe('failures say what was wrong and not where', () => {
  const failure = async (answer: () => Response | Promise<Response>) => {
    const { http } = serverThat(answer)
    const error = await http.request('/secret-key').catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(SourceError)
    expect((error as Error).message).not.toMatch(/secret|user|pass|example/)
    return error as SourceError
  }
  test('a status', async () => {
    const error = await failure(() => new Response('', { status: 429, headers: { 'retry-after': '30' } }))
    expect(error).toMatchObject({ message: 'status 429', status: 429, retryAfterMs: 30_000 })
    const absurd = await failure(
      () => new Response('', { status: 429, headers: { 'retry-after': '9999999' } }),
    )
    expect(absurd.retryAfterMs).toBe(3_600_000)
    const date = await failure(() => new Response('', { status: 429, headers: { 'retry-after': 'Fri' } }))
    expect(date.retryAfterMs).toBeNull()
  })
  test('nobody there, and nobody in time', async () => {
    expect((await failure(() => Promise.reject(new TypeError('fetch failed to user:pass')))).message).toBe(
      'not reachable',
    )
    const late = Object.assign(new Error('late'), { name: 'TimeoutError' })
    expect((await failure(() => Promise.reject(late))).message).toBe('did not answer in time')
  })
  test('more than was asked for', async () => {
    expect((await failure(() => new Response('x'.repeat(101)))).message).toBe('answer is too large')
  })
  test('a status that is allowed is an answer', async () => {
    const { http } = serverThat(() => new Response('no', { status: 404 }))
    expect(await http.request('/', { allowStatus: [404] })).toEqual({ status: 404, body: 'no' })
  })
})
