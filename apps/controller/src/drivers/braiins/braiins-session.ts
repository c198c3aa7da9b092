import type { Budget } from '../budget.ts'
import { fieldOf, textOf } from '../cgminer/values.ts'
import type { DeviceCredentials } from '../control.ts'
import type { DeviceAddress } from '../driver.ts'
import { callJson, type JsonOutcome, wholeRow } from '../http/json-call.ts'
import { webEndpoint } from '../web-endpoint.ts'

/** As delivered. */
const DELIVERED = { user: 'root', password: 'root' }

export type BraiinsSession =
  | { ok: true; call: (name: string, options?: { method?: 'PUT'; body?: unknown }) => Promise<JsonOutcome> }
  | { ok: false; problem: 'unreachable' | 'login' | 'firmware-too-old' }

/** Logs in to the REST interface of Braiins OS; older releases have none. The token goes into the header as it is. */
export async function openBraiins(
  address: DeviceAddress,
  credentials: DeviceCredentials | null,
  budget: Budget,
): Promise<BraiinsSession> {
  const endpoint = webEndpoint(address)
  const outcome = await callJson(endpoint, '/api/v1/auth/login', budget, {
    method: 'POST',
    body: {
      username: credentials?.user ?? DELIVERED.user,
      password: credentials?.password ?? DELIVERED.password,
    },
  })
  if (!outcome.ok) return { ok: false, problem: 'unreachable' }
  if (outcome.status === 404 || outcome.status === 405) return { ok: false, problem: 'firmware-too-old' }
  const token = textOf(fieldOf(wholeRow(outcome), 'token'), 4_000)
  if (token === null) return { ok: false, problem: 'login' }
  return {
    ok: true,
    call: (name, options = {}) =>
      callJson(endpoint, `/api/v1/${name}`, budget, { ...options, authorization: token }),
  }
}
