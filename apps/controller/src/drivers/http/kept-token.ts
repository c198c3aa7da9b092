import type { DeviceCredentials } from '../device-control.ts'
import { createDeviceMemory } from '../device-memory.ts'

/** A login that was refused is not worth another try at every poll: some devices lock themselves after a few. */
const REFUSED_POLLS = 10

export type KeptToken = {
  /** Of the last login; null: none yet. */
  token: string | null
  /** The same login was refused a short while ago. */
  isWaiting: boolean
  keep(token: string | null, isRefused: boolean): void
}

type Kept = { token: string | null; login: string; pollsToWait: number }

/** Tokens by place: one login is used for many polls, until the device forgets it or another login is entered. */
export function createKeptTokens(): (
  endpoint: { host: string; port: number },
  credentials: DeviceCredentials | null,
) => KeptToken {
  const memory = createDeviceMemory<Kept>(() => ({ token: null, login: '', pollsToWait: 0 }))
  return ({ host, port }, credentials) => {
    const kept = memory.of(`${host}:${port}`)
    const login = JSON.stringify(credentials)
    if (kept.login !== login) Object.assign(kept, { login, token: null, pollsToWait: 0 })
    const isWaiting = kept.pollsToWait > 0
    if (isWaiting) kept.pollsToWait -= 1
    return {
      token: kept.token,
      isWaiting,
      keep(token, isRefused) {
        kept.token = token
        kept.pollsToWait = isRefused ? REFUSED_POLLS : 0
      },
    }
  }
}

/** Reads with a kept token, and once more after a login where an answer wants one. All reads of a poll make one login at most. */
export function readsWithToken<Answer>(
  kept: KeptToken,
  how: {
    mayLogIn: boolean
    read(place: string, token: string | null): Promise<Answer>
    wantsLogin(answer: Answer): boolean
    logIn(): Promise<{ token: string | null; isRefused: boolean }>
  },
): (place: string) => Promise<Answer> {
  let { token } = kept
  let mayLogIn = how.mayLogIn && !kept.isWaiting

  async function logIn(): Promise<boolean> {
    mayLogIn = false
    const made = await how.logIn()
    token = made.token
    kept.keep(token, made.isRefused)
    return token !== null
  }

  return async (place) => {
    const answer = await how.read(place, token)
    return how.wantsLogin(answer) && mayLogIn && (await logIn()) ? how.read(place, token) : answer
  }
}
