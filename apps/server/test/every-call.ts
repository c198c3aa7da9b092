import type { AnyEndpoint } from '@shipminer/contract/endpoint'
import { exampleOf, type JsonSchema, type Named } from '@shipminer/testkit/example-of'
import * as z from 'zod'
import { testBuyer } from './place-order.ts'

/** What needs nothing that exists. */
const usual: Named = {
  product: 'sm19',
  language: 'nl',
  ...testBuyer,
  buyer: testBuyer,
  method: 'bank_transfer',
  url: 'https://example.com/hook',
  validUntil: '2026-05-20',
  from: '2026-04-01',
  to: '2026-04-30',
  month: '2026-04',
  day: '2026-04-27',
  reason: 'as agreed by telephone',
  text: 'as agreed by telephone',
  statement: 'I withdraw from the contract.',
  timeZone: 'Europe/Amsterdam',
  curve: [
    { loadPercent: 20, gramsPerKwh: 300 },
    { loadPercent: 100, gramsPerKwh: 220 },
  ],
  'quietHours.from': '22:00',
  'quietHours.to': '06:00',
  webhookUrl: 'https://example.com/alerts',
  endpoint: 'https://push.example.com/1',
  sealed: 'A'.repeat(400),
  content: 'AAAA',
  transaction: `70736274ff${'0'.repeat(200)}`,
  'rules.limit': null,
  'pools.url': 'stratum+tcp://pool.example:3333',
}

export type CallParts = { params: unknown; query: unknown; body: unknown }

/** What a call carries when all of it is in order; null where it takes nothing. */
export function exampleCall(endpoint: AnyEndpoint, named: Named): CallParts {
  const example = (schema: AnyEndpoint['params']) =>
    schema &&
    exampleOf(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }) as JsonSchema, {
      ...usual,
      ...named,
    })
  return {
    params: example(endpoint.params),
    query: example(endpoint.query),
    body: endpoint.method === 'GET' ? undefined : (example(endpoint.body) ?? {}),
  }
}

/** What of an example its own schema refuses, so that it would hide what is behind it. */
export function misfits(endpoint: AnyEndpoint, parts: CallParts): string[] {
  return (['params', 'query', 'body'] as const).flatMap((where) => {
    const result = endpoint[where]?.safeParse(parts[where])
    if (result === undefined || result.success) return []
    return result.error.issues.map(
      ({ path, message }) => `${endpoint.method} ${endpoint.path} ${where}.${path.join('.')}: ${message}`,
    )
  })
}
