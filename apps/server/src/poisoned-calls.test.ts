import type { AnyEndpoint } from '@shipminer/contract/endpoint'
import { leavesOf, poisons, withAt } from '@shipminer/testkit/poison'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { buildTestApp, type TestApp, testClient } from '../test/build-test-app.ts'
import { signUpProvenOperator } from '../test/operator.ts'
import { describeEachEngine } from './platform/db/testing.ts'

type JsonSchema = {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  format?: string
  pattern?: string
  minimum?: number
  minLength?: number
  default?: unknown
}

/** Texts for the patterns of the contract; the first that fits is used. */
const texts = [
  '1',
  'SM-A',
  'abc',
  '2026-01',
  '12:30',
  'NL',
  '123456',
  `${'A'.repeat(43)}=`,
  'a'.repeat(64),
  '1.0.0',
]

/** A value that the schema accepts, as far as the schema shows it. */
function exampleOf(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.default !== undefined) return schema.default
  const [first] = schema.anyOf ?? schema.oneOf ?? []
  if (first) return exampleOf(first)
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([key, inner]) => [key, exampleOf(inner)]),
    )
  if (schema.type === 'array') return schema.items ? [exampleOf(schema.items)] : []
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(schema.minimum ?? 1, -1e6)
  if (schema.type === 'boolean') return true
  if (schema.format === 'uuid') return crypto.randomUUID()
  if (schema.format === 'date') return '2026-01-01'
  if (schema.format === 'date-time') return '2026-01-01T00:00:00Z'
  if (schema.pattern) return texts.find((text) => new RegExp(schema.pattern ?? '', 'u').test(text)) ?? 'x'
  return 'x'.repeat(Math.max(1, schema.minLength ?? 1))
}

const example = (schema: AnyEndpoint['params']) =>
  schema
    ? (exampleOf(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }) as JsonSchema) as object)
    : undefined

/** A value as it appears in an address. An unpaired surrogate cannot appear there, so its bytes do. */
const inAddress = (value: unknown) => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.isWellFormed() ? encodeURIComponent(text.slice(0, 4_000)) : '%ED%A0%80'
}

const dates: [string, unknown][] = [
  ['the year 0', '0000-01-01'],
  ['the year 0 with a time', '0000-01-01T00:00:00Z'],
  ['after the last year', 253_402_300_800_000],
  ['an id that is too large', '9999999999'],
]

/** Kinds of values that a schema refuses by type alone need not be tried with every call. */
const plain = ['true', '-0', 'a fraction', 'a number as text', '-1e308', 'a list', '64 kB of NUL and halves']
const sent = [...poisons.filter(([name]) => !plain.includes(name)), ...dates]

/** One database is enough in every run: a call refuses input before it reaches the database. */
describeEachEngine('poisoned calls', ({ store, engine }) => {
  let app: TestApp
  let token: string | null
  beforeAll(async () => {
    app = await buildTestApp(store(), { settings: { ORDERS_ENABLED: 'true', VIES_URL: 'off' } })
    const operator = testClient(app)
    await signUpProvenOperator(app, operator)
    token = operator.token
  })
  afterAll(() => app.server.close())

  test.skipIf(engine === 'embedded').each(sent)(
    '%s in any place of any call breaks nothing',
    async (name, poison) => {
      const broken: unknown[] = []
      for (const endpoint of app.router.table.values()) {
        // Calls that end the caller's session come last.
        if (/logout|sign-out|delete-account/.test(endpoint.path)) continue
        const parts = {
          params: example(endpoint.params),
          query: example(endpoint.query),
          body: endpoint.method === 'GET' ? undefined : (example(endpoint.body) ?? {}),
        }
        for (const [where, whole] of Object.entries(parts)) {
          for (const path of whole === undefined ? [] : leavesOf(whole)) {
            if (path.length === 0 && where !== 'body') continue
            const { params, query, body } = { ...parts, [where]: withAt(whole, path, poison) } as Record<
              string,
              object
            >
            const client = testClient(app)
            client.token = token
            const named = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
              inAddress((params as Record<string, unknown>)[key]),
            )
            const asked = Object.entries(query ?? {}).map(([key, value]) => `${key}=${inAddress(value)}`)
            const { status, body: answer } = await client.call(
              endpoint.method,
              `${named}?${asked.join('&')}`,
              body,
            )
            if (status >= 500 && answer.code !== 'service-unavailable')
              broken.push([endpoint.method, endpoint.path, where, path.join('.'), status, answer.code])
          }
        }
      }
      expect(broken, name).toEqual([])
    },
    120_000,
  )
})
