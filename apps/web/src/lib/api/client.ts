import { apiBase } from '../../config/env.ts'
import { storedUser } from '../session/adopt-session.ts'
import { session } from '../session/session-store.ts'
import { createApiClient } from './api-client.ts'

/** Where the browser has no locks (old ones, or a page without TLS), tabs take their chance; the server forgives one lost answer. */
function exclusively<T>(name: string, task: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? (navigator.locks.request(name, task) as Promise<T>) : task()
}

/** The API client of this page. */
export const { callEndpoint, refresh } = createApiClient({
  base: apiBase,
  fetch: (url, init) => fetch(url, init),
  session: {
    getTokens: session.storage.getTokens,
    renew: (tokens, user) =>
      session.renew(tokens, storedUser(user, session.storage.getUser()?.wallet_address ?? null)),
    end: () => session.signOut(false),
  },
  exclusively,
  warn: (message) => console.warn(message),
})
