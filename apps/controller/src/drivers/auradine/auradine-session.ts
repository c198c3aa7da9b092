import { type Budget, budgetFrom } from '../budget.ts'
import { fieldOf, type Row, rowsIn, textOf } from '../cgminer/values.ts'
import type { DeviceCredentials, TryLogin } from '../device-control.ts'
import type { DeviceAddress } from '../driver.ts'
import { callJson, type JsonOutcome, wholeRow } from '../http/json-call.ts'
import { createKeptTokens, readsWithToken } from '../http/kept-token.ts'

/** As delivered. */
const DELIVERED = { user: 'admin', password: 'admin' }
const API_PORT = 4028
const WEB_PORT = 8080

/** Reads one document of the web interface, e.g. `psu`; null when it cannot be read. */
export type AuradineRead = (document: string) => Promise<Row | null>

type Endpoint = { host: string; port: number }

/** Where its web interface is: a port of its own beside the usual API port, else the one that was named. */
function webEndpoint({ host, port, webPort }: DeviceAddress): Endpoint | null {
  if (port === API_PORT) return { host, port: WEB_PORT }
  return webPort === undefined ? null : { host, port: webPort }
}

/** It may refuse a login with a status of HTTP, or with 200 and no token. */
async function requestToken(
  endpoint: Endpoint,
  credentials: DeviceCredentials | null,
  budget: Budget,
): Promise<{ token: string | null; outcome: 'works' | 'refused' | 'unclear' | 'unreachable' }> {
  const answer = await callJson(endpoint, '/token', budget, {
    method: 'POST',
    body: {
      command: 'token',
      user: credentials?.user ?? DELIVERED.user,
      password: credentials?.password ?? DELIVERED.password,
    },
  })
  if (!answer.ok) return { token: null, outcome: 'unreachable' }
  const token = textOf(fieldOf(rowsIn(wholeRow(answer), 'Token')[0], 'Token'), 4_000)
  if (token !== null) return { token, outcome: 'works' }
  return { token, outcome: [200, 401, 403].includes(answer.status) ? 'refused' : 'unclear' }
}

export const tryAuradineLogin: TryLogin = async ({ address }, credentials, context) => {
  const endpoint = webEndpoint(address)
  if (endpoint === null) return 'unreachable'
  return (await requestToken(endpoint, credentials, budgetFrom(context))).outcome
}

/** Reads of the web interface, with a token that is used until the device forgets it. */
export function createAuradineReads(): (
  address: DeviceAddress,
  credentials: DeviceCredentials | null,
  budget: Budget,
) => AuradineRead {
  const tokens = createKeptTokens()
  return (address, credentials, budget) => {
    const endpoint = webEndpoint(address)
    if (endpoint === null) return async () => null
    return readsWithToken<Row | null>(tokens(endpoint, credentials), {
      mayLogIn: true,
      wantsLogin: (row) => row === null,
      read: async (document, token) =>
        token === null
          ? null
          : documentIn(await callJson(endpoint, `/${document}`, budget, { headers: { Token: token } })),
      async logIn() {
        const { token, outcome } = await requestToken(endpoint, credentials, budget)
        return { token, isRefused: outcome === 'refused' }
      },
    })
  }
}

/** Null where its STATUS says that it is an error, as after a token that is no longer known. */
function documentIn(outcome: JsonOutcome): Row | null {
  const row = wholeRow(outcome)
  const status = fieldOf(rowsIn(row, 'STATUS')[0], 'STATUS')
  return status === 'E' || status === 'F' ? null : row
}
