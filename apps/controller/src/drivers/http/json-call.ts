import type { Budget } from '../budget.ts'
import { isRow, type Row } from '../cgminer/values.ts'
import type { FailureReason } from '../driver.ts'
import { type HttpOptions, httpRequest } from './http-client.ts'
import { jsonBody } from './json-body.ts'

/** The answer to a call that speaks JSON. `value` is undefined where the body is not JSON, as after many writes. */
export type JsonOutcome =
  | { ok: true; status: number; value: unknown; partial: boolean }
  | { ok: false; reason: FailureReason; isSent: boolean }

/** One call with a JSON body and an optional `Authorization` header. Never repeated. */
export async function callJson(
  endpoint: { host: string; port: number },
  path: string,
  budget: Budget,
  options: {
    method?: HttpOptions['method']
    body?: unknown
    authorization?: string | null
    headers?: Readonly<Record<string, string>>
  } = {},
): Promise<JsonOutcome> {
  const { method, body, authorization, headers } = options
  const outcome = await httpRequest(endpoint, path, budget, {
    ...(method === undefined ? {} : { method }),
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(authorization == null ? {} : { Authorization: authorization }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!outcome.ok) return { ok: false, reason: outcome.reason, isSent: outcome.isSent === true }
  const text = outcome.answer.body.toString('utf8')
  try {
    const value: unknown = text.trim() === '' ? undefined : JSON.parse(text)
    return { ok: true, status: outcome.answer.status, value, partial: !outcome.answer.complete }
  } catch {
    // Good enough to look at, never to write back.
    const repaired = jsonBody(outcome.answer)?.row
    return { ok: true, status: outcome.answer.status, value: repaired, partial: true }
  }
}

/** The object of a good and whole answer; null for all else. */
export function wholeRow(outcome: JsonOutcome): Row | null {
  return outcome.ok && outcome.status === 200 && !outcome.partial && isRow(outcome.value)
    ? outcome.value
    : null
}
