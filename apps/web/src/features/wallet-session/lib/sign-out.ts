import { accountEndpoints } from '@shipminer/contract/account/account'
import { callEndpoint } from '../../../lib/api/client.ts'
import { session } from '../../../lib/session/session-store.ts'

/** How long the server may take to end a session before nobody waits for it any more, ms. */
const signOutLimitMs = 3000

/** Ends the session here at once, so that no reload finds it, and at the server as far as that can be reached. */
export async function signOut(): Promise<void> {
  // The call has taken its token when it returns, so the browser may forget it.
  const ended =
    session.storage.getTokens() && callEndpoint(accountEndpoints.logout, {}).catch(() => undefined)
  session.signOut(true)
  if (!ended) return
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, signOutLimitMs))])
}
