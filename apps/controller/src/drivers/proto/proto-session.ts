import { type Budget, budgetFrom } from '../budget.ts'
import { fieldOf, textOf } from '../cgminer/values.ts'
import type { DeviceCredentials, TryLogin } from '../device-control.ts'
import type { DeviceAddress } from '../driver.ts'
import { callJson, type JsonOutcome, wholeRow } from '../http/json-call.ts'
import { createKeptTokens, readsWithToken } from '../http/kept-token.ts'

/** Reads one place of the API, e.g. `mining`. */
export type ProtoRead = (place: string) => Promise<JsonOutcome>

export const isLoginWanted = (outcome: JsonOutcome): boolean =>
  outcome.ok && (outcome.status === 401 || outcome.status === 403)

async function requestToken(
  address: DeviceAddress,
  credentials: DeviceCredentials | null,
  budget: Budget,
): Promise<{ outcome: JsonOutcome; token: string | null }> {
  const outcome = await callJson(address, '/api/v1/auth/login', budget, {
    method: 'POST',
    body: { password: credentials?.password },
  })
  return { outcome, token: textOf(fieldOf(wholeRow(outcome), 'access_token'), 4_000) }
}

export const tryProtoLogin: TryLogin = async ({ address }, credentials, context) => {
  const { outcome, token } = await requestToken(address, credentials, budgetFrom(context))
  if (token !== null) return 'works'
  if (!outcome.ok) return 'unreachable'
  return isLoginWanted(outcome) ? 'refused' : 'unclear'
}

/**
 * Reads of the API of Proto OS, most of which ask for no login; those that do are read with the password that was entered on board. The
 * one that it is delivered with is not publicly known.
 */
export function createProtoReads(): (
  address: DeviceAddress,
  credentials: DeviceCredentials | null,
  budget: Budget,
) => ProtoRead {
  const tokens = createKeptTokens()
  return (address, credentials, budget) =>
    readsWithToken<JsonOutcome>(tokens(address, credentials), {
      mayLogIn: credentials !== null,
      wantsLogin: isLoginWanted,
      read: (place, token) =>
        callJson(address, `/api/v1/${place}`, budget, {
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        }),
      async logIn() {
        const { outcome, token } = await requestToken(address, credentials, budget)
        return { token, isRefused: isLoginWanted(outcome) }
      },
    })
}
