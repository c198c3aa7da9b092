import { apiBase } from '../../config/api-base.ts'
import { storedUser } from '../session/adopt-session.ts'
import { session } from '../session/session-store.ts'
import { createApiClient } from './api-client.ts'
import { takeEarly } from './early-answers.ts'

/** What one tab writes into the storage of the browser reaches the others a moment later, even behind a lock. */
const storageSettlesMs = 300

/** Where the browser has no locks (old ones, or a page without TLS), tabs take their chance; the server forgives one lost answer. */
function exclusively<T>(name: string, task: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return task()
  return new Promise<T>((resolve, reject) => {
    const whileLocked = async () => {
      const before = session.storage.getTokens()?.authToken
      await task().then(resolve, reject)
      // The next tab must find the new token, or it would renew with the one that has just been used.
      if (session.storage.getTokens()?.authToken !== before)
        await new Promise((done) => setTimeout(done, storageSettlesMs))
    }
    navigator.locks.request(name, whileLocked).catch(reject)
  })
}

/** The API client of this page. */
export const { callEndpoint, refresh } = createApiClient({
  base: apiBase,
  fetch: (url, init) => takeEarly(url, init) ?? fetch(url, init),
  session: {
    getTokens: session.storage.getTokens,
    renew: (tokens, user) =>
      session.renew(tokens, storedUser(user, session.storage.getUser()?.wallet_address ?? null)),
    end: () => session.expire(),
  },
  exclusively,
  warn: (message) => console.warn(message),
})
