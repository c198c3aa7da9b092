import { anyText } from '@shipminer/testkit/any-text'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeEachEngine } from '../src/platform/db/testing.ts'
import { buildTestApp, type TestApp, testClient } from './build-test-app.ts'
import { signUp } from './sign-in.ts'

const nastyText = fc.oneof(
  anyText({ maxLength: 60 }),
  fc.constantFrom(
    '',
    '\0',
    "' OR 1=1 --",
    '..',
    '%',
    '\ud800',
    '9'.repeat(30),
    '-1',
    'NaN',
    '__proto__',
    'x'.repeat(400),
  ),
)
const nasty = fc.oneof(
  nastyText,
  fc.constantFrom(null, true, 0, -1, 1e308, 1.5, [], {}, [null]),
  fc.dictionary(nastyText, nastyText, { maxKeys: 3 }),
)

/** The field names of a body, so that the fuzzed input passes the first check. */
function fieldsOf(schema: unknown): string[] {
  const shape = (schema as { def?: { shape?: object } } | undefined)?.def?.shape
  return shape ? Object.keys(shape) : []
}

/** A query with some of the endpoint's own names, so that what they are coerced to is fuzzed too. */
function queryOf(schema: unknown): fc.Arbitrary<string> {
  const names = ['period', ...fieldsOf(schema)]
  const value = fc.oneof(nastyText, fc.double().map(String), fc.integer().map(String))
  return fc
    .record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] })
    .map((query) =>
      Object.entries(query)
        .map(([name, text]) => `${name}=${encodeURIComponent((text ?? '').toWellFormed())}`)
        .join('&'),
    )
}

describeEachEngine('every route', ({ store }) => {
  let app: TestApp
  let token: string
  beforeAll(async () => {
    app = await buildTestApp(store(), { demo: true })
    token = (await signUp(testClient(app))).token
  })
  afterAll(() => app.server.close())

  test('answers whatever is sent with less than 500 and in the shape of the contract', async () => {
    for (const endpoint of app.router.table.values()) {
      const body = fc.record(Object.fromEntries(fieldsOf(endpoint.body).map((field) => [field, nasty])), {
        requiredKeys: [],
      })
      await fc.assert(
        fc.asyncProperty(nastyText, body, queryOf(endpoint.query), async (parameter, payload, query) => {
          const path = endpoint.path.replaceAll(/\{\w+\}/g, encodeURIComponent(parameter.toWellFormed()))
          const answer = await testClient(app).call(
            endpoint.method,
            `${path}?${query}`,
            endpoint.method === 'GET' ? undefined : payload,
            { token: endpoint.path === '/auth/logout' ? 'at_x' : token },
          )
          expect([endpoint.path, answer.status < 500]).toEqual([endpoint.path, true])
          if (answer.status >= 400) {
            expect(answer.body).toMatchObject({
              success: false,
              error: expect.any(String),
              message: expect.any(String),
            })
            expect(JSON.stringify(answer.body)).not.toMatch(/node_modules|\.ts:\d|SELECT |INSERT /)
          }
        }),
        { numRuns: 25 },
      )
    }
  })
})
