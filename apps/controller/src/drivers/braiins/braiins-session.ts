import type { Budget } from '../budget.ts'
import { fieldOf, textOf } from '../cgminer/values.ts'
import type { DeviceCredentials } from '../device-control.ts'
import type { DeviceAddress, FailureReason } from '../driver.ts'
import { callJson, type JsonOutcome, wholeRow } from '../http/json-call.ts'
import { createKeptTokens } from '../http/kept-token.ts'
import { webEndpoint } from '../web-endpoint.ts'

/** As delivered. */
export const DELIVERED = { user: 'root', password: 'root' }

export type BraiinsSession =
  | { ok: true; call: (name: string, options?: { method?: 'PUT'; body?: unknown }) => Promise<JsonOutcome> }
  | { ok: false; problem: 'unreachable'; reason: FailureReason }
  | { ok: false; problem: 'firmware-too-old' }
  /** `isRefused`: in so many words, and not by an answer of any other kind. */
  | { ok: false; problem: 'login'; isRefused: boolean }

/** Logs in to the REST interface of Braiins OS; older releases have none. The token goes into the header as it is. */
export async function openBraiins(
  address: DeviceAddress,
  credentials: DeviceCredentials | null,
  budget: Budget,
): Promise<BraiinsSession> {
  const login = await logIn(address, credentials, budget)
  return login.ok ? sessionWith(login.token, address, budget) : login
}

/** Sessions for reading at every poll. */
export function createBraiinsSessions(): typeof openBraiins {
  const tokens = createKeptTokens()

  return async (address, credentials, budget) => {
    const kept = tokens(webEndpoint(address), credentials)
    if (kept.isWaiting) return { ok: false, problem: 'login', isRefused: true }

    async function renew(): Promise<BraiinsSession> {
      const answer = await logIn(address, credentials, budget)
      kept.keep(answer.ok ? answer.token : null, !answer.ok && answer.problem === 'login' && answer.isRefused)
      return answer.ok ? sessionWith(answer.token, address, budget) : answer
    }

    if (kept.token === null) return renew()
    const known = sessionWith(kept.token, address, budget)
    return {
      ok: true,
      async call(name, options) {
        const outcome = await known.call(name, options)
        if (!outcome.ok || (outcome.status !== 401 && outcome.status !== 403)) return outcome
        const renewed = await renew()
        return renewed.ok ? renewed.call(name, options) : outcome
      },
    }
  }
}

async function logIn(
  address: DeviceAddress,
  credentials: DeviceCredentials | null,
  budget: Budget,
): Promise<{ ok: true; token: string } | (BraiinsSession & { ok: false })> {
  const outcome = await callJson(webEndpoint(address), '/api/v1/auth/login', budget, {
    method: 'POST',
    body: {
      username: credentials?.user ?? DELIVERED.user,
      password: credentials?.password ?? DELIVERED.password,
    },
  })
  if (!outcome.ok) return { ok: false, problem: 'unreachable', reason: outcome.reason }
  if (outcome.status === 404 || outcome.status === 405) return { ok: false, problem: 'firmware-too-old' }
  const token = textOf(fieldOf(wholeRow(outcome), 'token'), 4_000)
  if (token !== null) return { ok: true, token }
  return { ok: false, problem: 'login', isRefused: outcome.status === 401 || outcome.status === 403 }
}

function sessionWith(token: string, address: DeviceAddress, budget: Budget): BraiinsSession & { ok: true } {
  return {
    ok: true,
    call: (name, options = {}) =>
      callJson(webEndpoint(address), `/api/v1/${name}`, budget, { ...options, authorization: token }),
  }
}
