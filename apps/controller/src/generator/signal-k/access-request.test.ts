import { describe, expect, test } from 'vitest'
import { type AccessState, accessAfter, stepAccess } from './access-request.ts'

const none: AccessState = { name: 'none' }
const pending: AccessState = { name: 'pending', href: '/signalk/v1/requests/1' }
const completed = (accessRequest: object) => ({ state: 'COMPLETED', statusCode: 200, accessRequest })

describe('the answer', () => {
  test.each<[string, AccessState, unknown, AccessState]>([
    ['a request that is taken', none, { state: 'PENDING', requestId: '1', href: pending.href }, pending],
    ['not decided', pending, { state: 'PENDING', href: pending.href }, pending],
    [
      'approved',
      pending,
      completed({ permission: 'APPROVED', token: 't' }),
      { name: 'approved', token: 't' },
    ],
    ['approved without a token', pending, completed({ permission: 'APPROVED' }), { name: 'denied' }],
    ['denied', pending, completed({ permission: 'DENIED' }), { name: 'denied' }],
    ['that leads to another server', none, { state: 'PENDING', href: 'http://evil.example/1' }, none],
    ['that leads there without a scheme', none, { state: 'PENDING', href: '//evil.example/1' }, none],
    ['that leads to another port', pending, { state: 'PENDING', href: 'http://ship:22/1' }, pending],
    ['no address at all', none, { state: 'PENDING', href: 'http://[' }, none],
    ['completed with an error', none, { state: 'COMPLETED', statusCode: 400 }, none],
    ['no answer of this kind', none, { message: 'not found' }, none],
    ['nothing', pending, null, pending],
  ])('%s', (_, before, answer, after) =>
    expect(accessAfter(before, answer, 'http://ship:3000')).toEqual(after),
  )
})

describe('a step', () => {
  const calls: { url: string; init: RequestInit | undefined }[] = []
  const answering = (status: number, body: unknown): typeof fetch =>
    (async (url: URL, init?: RequestInit) => {
      calls.push({ url: String(url), init })
      return new Response(JSON.stringify(body), { status })
    }) as typeof fetch
  const options = { baseUrl: 'http://ship:3000', clientId: 'id-1', description: 'Shipminer' }

  test('asks, then looks where it was told', async () => {
    const fetchFn = answering(202, { state: 'PENDING', href: '/signalk/v1/requests/1' })
    expect(await stepAccess(none, { ...options, fetchFn })).toEqual(pending)
    expect(await stepAccess(pending, { ...options, fetchFn })).toEqual(pending)
    expect(calls.map(({ url }) => url)).toEqual([
      'http://ship:3000/signalk/v1/access/requests',
      'http://ship:3000/signalk/v1/requests/1',
    ])
    expect(calls[0]?.init).toMatchObject({
      method: 'POST',
      body: JSON.stringify({ clientId: 'id-1', description: 'Shipminer' }),
    })
  })
  test('asks anew when the server has forgotten the request', async () =>
    expect(await stepAccess(pending, { ...options, fetchFn: answering(404, {}) })).toEqual(none))
  test('leaves everything as it is when nobody answers', async () => {
    const fetchFn = (() => Promise.reject(new Error('down'))) as typeof fetch
    expect(await stepAccess(pending, { ...options, fetchFn })).toEqual(pending)
  })
  test('does not ask again after a decision', async () => {
    const fetchFn = (() => Promise.reject(new Error('asked'))) as typeof fetch
    for (const state of [{ name: 'denied' }, { name: 'approved', token: 't' }] as const)
      expect(await stepAccess(state, { ...options, fetchFn })).toEqual(state)
  })
})
