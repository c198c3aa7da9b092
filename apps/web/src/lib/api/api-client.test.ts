import { accountEndpoints } from '@shipminer/contract/account/account'
import { claimEndpoints } from '@shipminer/contract/account/claims'
import { miningEndpoints } from '@shipminer/contract/mining'
import { beforeEach, describe, expect, test } from 'vitest'
import type { StoredTokens } from '../storage/session-storage.ts'
import { buildPath, createApiClient } from './api-client.ts'

type Call = { url: string; method: string; headers: Record<string, string>; body: string | null }

const user = {
  id: '3f2b8a52-6f0e-4d52-9a55-1f3a6f6d8a10',
  name: 'Jan',
  email: 'jan@msjohanna.nl',
  company: null,
  phone: null,
  preferredLanguage: null,
  walletAddress: null,
  wallets: [],
  memberSince: '2026-01-01T00:00:00.000Z',
  needsSetup: false,
  roles: [],
}
const session = (token: string, refreshToken: string) => ({
  token,
  refreshToken,
  expiresAt: '2026-01-01T00:10:00.000Z',
  user,
})
const ok = (data: unknown) => new Response(JSON.stringify({ success: true, data }))
const failure = (status: number, code: string) =>
  new Response(JSON.stringify({ success: false, error: code, message: code, code }), { status })

let tokens: StoredTokens | null
let calls: Call[]
let answers: Record<string, (call: Call) => Response | Promise<Response>>
let warnings: string[]
let ended: number
let queue: Promise<unknown>
let client: ReturnType<typeof createApiClient>

beforeEach(() => {
  tokens = { authToken: 'at_old', refreshToken: 'rt_old' }
  calls = []
  answers = {}
  warnings = []
  ended = 0
  queue = Promise.resolve()
  client = createApiClient({
    base: '/api',
    fetch: async (url, init) => {
      const call: Call = {
        url,
        method: init.method ?? '',
        headers: init.headers as Record<string, string>,
        body: (init.body as string | undefined) ?? null,
      }
      calls.push(call)
      const answer = answers[url.split('?')[0] ?? '']
      if (!answer) throw new TypeError('Failed to fetch')
      return answer(call)
    },
    session: {
      getTokens: () => tokens,
      renew: (next) => {
        tokens = next
      },
      end: () => {
        ended++
        tokens = null
      },
    },
    exclusively: (_name, task) => {
      const run = queue.then(task)
      queue = run.catch(() => undefined)
      return run
    },
    warn: (message) => warnings.push(message),
  })
})

const devices = () => client.callEndpoint(miningEndpoints.miningDevices, {})
const list = { serverTime: 1, devices: [] }

describe('every call', () => {
  test('sends JSON, and the bearer where the endpoint knows its caller', async () => {
    answers['/api/mining/devices'] = () => ok(list)
    answers['/api/auth/login'] = () => ok(session('at', 'rt'))
    await expect(devices()).resolves.toEqual(list)
    await client.callEndpoint(accountEndpoints.login, { body: { email: 'a@b.nl', password: 'x' } })
    expect(calls[0]).toMatchObject({
      method: 'GET',
      headers: { 'content-type': 'application/json', authorization: 'Bearer at_old' },
      body: null,
    })
    expect(calls[1]).toMatchObject({ method: 'POST', body: '{"email":"a@b.nl","password":"x"}' })
    expect(calls[1]?.headers.authorization).toBeUndefined()
  })

  test('fills the path and the query', async () => {
    answers['/api/mining/devices/7/stats'] = () => failure(404, 'not-found')
    await expect(
      client.callEndpoint(miningEndpoints.miningDeviceStats, {
        params: { id: '7' },
        query: { period: '7d' },
      }),
    ).rejects.toMatchObject({ code: 'not-found' })
    expect(calls[0]?.url).toBe('/api/mining/devices/7/stats?period=7d')
    expect(buildPath('/miners/claim-status/{key}', { key: 'A/../B?' }, undefined)).toBe(
      '/miners/claim-status/A%2F..%2FB%3F',
    )
  })

  test('an optional login sends what there is', async () => {
    tokens = null
    answers['/api/miners/claim-status/K'] = () => failure(404, 'claim-key-not-found')
    await expect(
      client.callEndpoint(claimEndpoints.claimStatus, { params: { key: 'K' } }),
    ).rejects.toMatchObject({ code: 'claim-key-not-found' })
    expect(calls[0]?.headers.authorization).toBeUndefined()
  })

  test('a special bearer goes as it is and is never refreshed', async () => {
    answers['/api/wallet-auth/register'] = () => failure(401, 'authentication-failed')
    const body = { walletAddress: '0x1', name: 'Jan', email: 'jan@msjohanna.nl' }
    await expect(
      client.callEndpoint(accountEndpoints.walletRegister, { body, bearer: 'reg_1' }),
    ).rejects.toMatchObject({ status: 401 })
    expect(calls).toHaveLength(1)
    expect(calls[0]?.headers.authorization).toBe('Bearer reg_1')
  })

  test('no network, and an answer that breaks the contract, are errors of their own', async () => {
    await expect(devices()).rejects.toMatchObject({ status: 0, code: 'network' })
    answers['/api/mining/devices'] = () => ok({ serverTime: 'now', devices: [] })
    await expect(devices()).rejects.toMatchObject({ code: 'answer-invalid' })
    answers['/api/mining/devices'] = () => new Response('<html>login of the harbour wifi</html>')
    await expect(devices()).rejects.toMatchObject({ code: 'answer-invalid' })
  })

  test('refusals are logged as authentication failures, without the token', async () => {
    tokens = null
    answers['/api/mining/devices'] = () => failure(403, 'forbidden')
    await expect(devices()).rejects.toMatchObject({ code: 'forbidden' })
    expect(warnings).toEqual(['Authentication failure: GET /mining/devices answered 403'])
  })
})

describe('refresh', () => {
  beforeEach(() => {
    answers['/api/mining/devices'] = ({ headers }) =>
      headers.authorization === 'Bearer at_new' ? ok(list) : failure(401, 'unauthorized')
    answers['/api/auth/refresh'] = ({ headers }) =>
      headers.authorization === 'Bearer rt_old'
        ? ok(session('at_new', 'rt_new'))
        : failure(401, 'session-expired')
  })

  test('happens once, with the refresh token, and the call is repeated once', async () => {
    await expect(devices()).resolves.toEqual(list)
    expect(calls.map(({ url }) => url)).toEqual([
      '/api/mining/devices',
      '/api/auth/refresh',
      '/api/mining/devices',
    ])
    expect(tokens).toEqual({ authToken: 'at_new', refreshToken: 'rt_new' })
  })

  test('many calls at once share one refresh', async () => {
    await Promise.all([devices(), devices(), devices()])
    expect(calls.filter(({ url }) => url === '/api/auth/refresh')).toHaveLength(1)
  })

  test('adopts a token that another tab fetched meanwhile', async () => {
    answers['/api/mining/devices'] = ({ headers }) => {
      if (headers.authorization === 'Bearer at_new') return ok(list)
      tokens = { authToken: 'at_new', refreshToken: 'rt_new' }
      return failure(401, 'unauthorized')
    }
    await expect(devices()).resolves.toEqual(list)
    expect(calls.some(({ url }) => url === '/api/auth/refresh')).toBe(false)
  })

  test('a second 401 is the answer', async () => {
    answers['/api/mining/devices'] = () => failure(401, 'unauthorized')
    await expect(devices()).rejects.toMatchObject({ status: 401 })
    expect(calls).toHaveLength(3)
    expect(ended).toBe(0)
  })

  test('a refused refresh token ends the session; the first refusal is told', async () => {
    tokens = { authToken: 'at_old', refreshToken: 'rt_revoked' }
    await expect(devices()).rejects.toMatchObject({ code: 'unauthorized' })
    expect(ended).toBe(1)
  })

  test('without a network the session stays', async () => {
    delete answers['/api/auth/refresh']
    await expect(devices()).rejects.toMatchObject({ status: 401 })
    expect(ended).toBe(0)
    expect(tokens).toEqual({ authToken: 'at_old', refreshToken: 'rt_old' })
  })

  test('who signed out while it was under way is not signed in again', async () => {
    answers['/api/auth/refresh'] = () => {
      tokens = null
      return ok(session('at_new', 'rt_new'))
    }
    await expect(devices()).rejects.toMatchObject({ status: 401 })
    expect(tokens).toBeNull()
  })

  test('nobody signed in: no refresh', async () => {
    tokens = null
    await expect(devices()).rejects.toMatchObject({ status: 401 })
    expect(calls).toHaveLength(1)
  })
})
