import type { AnyEndpoint } from '@shipminer/contract/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { describeEachEngine } from '../src/platform/db/testing.ts'
import { buildTestApp, type TestApp, testClient } from './build-test-app.ts'
import { signUpProvenOperator } from './operator.ts'
import { signUp } from './sign-in.ts'

const unknownId = '0f5c7d9e-1b2a-4c3d-8e4f-5a6b7c8d9e0f'

/** What every route must refuse: loops over the route table, so that a new route cannot be forgotten. */
describeEachEngine('the route table', ({ store }) => {
  let app: TestApp
  let token: string
  let operatorToken: string
  let routes: AnyEndpoint[]
  beforeAll(async () => {
    app = await buildTestApp(store())
    token = (await signUp(testClient(app))).token
    operatorToken = (await signUpProvenOperator(app, testClient(app))).token
    routes = [...app.router.table.values()]
  })
  afterAll(() => app.server.close())

  /** Of names that are a choice of few, the first. */
  const choicesOf = ({ params }: AnyEndpoint): Record<string, string> => {
    const { properties = {} } = params === undefined ? {} : z.toJSONSchema(params, { unrepresentable: 'any' })
    return Object.fromEntries(
      Object.entries(properties).flatMap(([key, schema]) => {
        const [first] = (typeof schema === 'object' ? schema.enum : undefined) ?? []
        return typeof first === 'string' ? [[key, first]] : []
      }),
    )
  }
  /** The first of these that is a name of the right form. */
  const nameFor = (endpoint: AnyEndpoint) =>
    ['7', unknownId, 'order:7', 'a'.repeat(64)].find((name) => {
      const { path, params } = endpoint
      const names = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => [key, name]))
      return params === undefined || z.safeParse(params, { ...names, ...choicesOf(endpoint) }).success
    })
  const pathOf = (endpoint: AnyEndpoint, parameter?: string) => {
    const name = parameter ?? nameFor(endpoint) ?? '7'
    const choices: Record<string, string> = parameter === undefined ? choicesOf(endpoint) : {}
    return endpoint.path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
      encodeURIComponent(choices[key] ?? name),
    )
  }
  /** The token of a caller who is allowed, so that the refusal is about the input. */
  const bearerOf = ({ path, auth }: AnyEndpoint) => {
    if (path === '/auth/logout') return 'at_x'
    return auth === 'operator' ? operatorToken : token
  }
  const withBody = () => routes.filter(({ body }) => body !== undefined)

  test('has routes with bodies and routes with parameters', () => {
    expect(withBody().length).toBeGreaterThan(15)
    expect(routes.filter(({ path }) => path.includes('{')).length).toBeGreaterThan(5)
  })

  test('fields that nobody asked for are refused, also deep inside a proof', async () => {
    for (const endpoint of withBody()) {
      const extras = [
        { role: 'operator' },
        { user_id: crypto.randomUUID() },
        { balance: 1 },
        { status: 'paid-by-me' },
        { claimedBy: 'me' },
        { proof: { password: 'x', role: 'operator' } },
      ]
      for (const extra of extras) {
        const answer = await testClient(app).call(endpoint.method, pathOf(endpoint), extra, {
          token: bearerOf(endpoint),
        })
        // An endpoint without that field refuses it as unknown; one that knows proofs refuses what is beside the password.
        expect([endpoint.path, extra, answer.status >= 400]).toEqual([endpoint.path, extra, true])
        if (endpoint.auth === 'none' || endpoint.auth === 'user' || endpoint.auth === 'operator') {
          expect([endpoint.path, answer.body.code]).toEqual([endpoint.path, 'invalid-request'])
          const words = JSON.stringify(answer.body.issues)
          const [key] = Object.keys(extra)
          // A field of that name that the endpoint does have refuses the value.
          const named =
            'proof' in extra ||
            words.includes(`Unrecognized key: \\"${key}\\"`) ||
            words.includes(`"body.${key}"`)
          expect([endpoint.path, words, named]).toEqual([endpoint.path, words, true])
        }
      }
      for (const raw of ['{"__proto__":{"role":"operator"}}', '{"constructor":{"prototype":{}}}']) {
        const answer = await testClient(app).call(endpoint.method, pathOf(endpoint), raw, {
          token: bearerOf(endpoint),
        })
        expect([endpoint.path, answer.status]).toEqual([endpoint.path, 400])
      }
    }
  })

  test('broken JSON, another content type and too large a body are refused in the shape of the contract', async () => {
    for (const endpoint of withBody()) {
      const path = pathOf(endpoint)
      const init = { token: bearerOf(endpoint) }
      const send = (body: string, headers: Record<string, string> = {}) =>
        testClient(app).call(endpoint.method, path, body, { ...init, headers })
      const answers = [
        [await send('{"a":'), 400, 'invalid-request'],
        [await send('[]'), 400, 'invalid-request'],
        [await send('"text"'), 400, 'invalid-request'],
        [
          await send('a=b', { 'content-type': 'application/x-www-form-urlencoded' }),
          415,
          'unsupported-media-type',
        ],
        [
          await send(JSON.stringify({ name: 'x'.repeat((endpoint.bodyLimitBytes ?? 32 * 1024) + 1024) })),
          413,
          'payload-too-large',
        ],
      ] as const
      for (const [{ status, body }, wanted, code] of answers) {
        // A bearer that is no registration ticket may be refused for that first.
        const early = endpoint.auth === 'registration-ticket' && status === 401
        expect([endpoint.path, early ? wanted : status]).toEqual([endpoint.path, wanted])
        expect(body).toMatchObject({ success: false, ...(early ? {} : { code }) })
        expect(Object.keys(body)).not.toContain('stack')
      }
    }
  })

  test('quotes, NUL and foreign ids in a path are not found or refused, never an error', async () => {
    const nasty = [
      "' OR 1=1 --",
      '"',
      '\0',
      '../../etc/passwd',
      crypto.randomUUID(),
      'SM-ABC234',
      '9'.repeat(60),
    ]
    const named = routes.filter(
      ({ path, auth }) => path.includes('{') && (auth === 'user' || auth === 'operator'),
    )
    for (const endpoint of named) {
      for (const parameter of nasty) {
        const ask = (bearer: string) =>
          testClient(app).call(endpoint.method, pathOf(endpoint, parameter), endpoint.body ? {} : undefined, {
            token: bearer,
          })
        const { status } = await ask(bearerOf(endpoint))
        expect([endpoint.path, parameter, status === 400 || status === 404]).toEqual([
          endpoint.path,
          parameter,
          true,
        ])
        if (endpoint.auth !== 'operator') continue
        // The desk does not even parse what anyone else sends.
        expect([endpoint.path, parameter, (await ask(token)).status]).toEqual([endpoint.path, parameter, 403])
      }
    }
  })

  test('everything about a person is answered with no-store, and no page of another origin may read it', async () => {
    for (const endpoint of routes.filter(({ auth }) => auth !== 'none')) {
      const answer = await testClient(app).call(
        endpoint.method,
        pathOf(endpoint),
        endpoint.body ? {} : undefined,
        { token: bearerOf(endpoint), headers: { origin: 'https://evil.example' } },
      )
      expect([endpoint.path, answer.headers['cache-control']]).toEqual([endpoint.path, 'no-store'])
      expect([endpoint.path, answer.headers['access-control-allow-origin']]).toEqual([
        endpoint.path,
        undefined,
      ])
    }
  })

  test('what is switched off is not found, in production too', async () => {
    expect(await testClient(app).get('/auth/test')).toMatchObject({
      status: 404,
      body: { code: 'test-functions-disabled', error: 'Test functions disabled in production' },
    })
    expect(await testClient(app).post('/auth/demo')).toMatchObject({
      status: 403,
      body: { error: 'Demo login disabled in production' },
    })
    for (const setting of ['DEMO', 'AUTH_TEST']) {
      await expect(
        buildTestApp(store(), { settings: { NODE_ENV: 'production', [setting]: 'true' } }),
      ).rejects.toThrow(`${setting}: refused in production`)
    }
  })

  test('the log holds no token, signature or password', async () => {
    const client = testClient(app)
    const session = await signUp(client)
    await client.post('/auth/login', { email: 'anna@rederij.nl', password: 'geheime ankerketting' })
    await client.post('/user/confirm', { proof: { password: 'geheime ankerketting' } })
    for (const secret of [session.token, session.refreshToken, 'geheime ankerketting']) {
      expect(app.log()).not.toContain(secret)
    }
  })
})
