import type { Session, User } from '@shipminer/contract/account/account'
import type { StoredUser } from '../storage/session-storage.ts'
import { session } from './session-store.ts'

/** Keeps a session that the server gave. `wallet` is the address that signed for it, null where none did (e-mail, demonstration). */
export function adoptSession(answer: Session, wallet: string | null): void {
  const tokens = { authToken: answer.token, refreshToken: answer.refreshToken }
  session.signIn(tokens, storedUser(answer.user, wallet))
}

/** Keeps what the server says of the signed-in person now. */
export function rememberUser(user: User): void {
  const tokens = session.storage.getTokens()
  if (tokens) session.renew(tokens, storedUser(user, walletOfSession()))
}

/**
 * What the browser remembers of a user. Of several linked wallets it is the one the session was opened with, in the server's spelling;
 * none once that one is no longer linked.
 */
export function storedUser(user: User, wallet: string | null): StoredUser {
  const known = wallet?.toLowerCase()
  const linked = user.wallets.find(({ address }) => address.toLowerCase() === known)
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    wallet_address: linked?.address ?? null,
    ...(user.roles.length > 0 && { roles: user.roles }),
  }
}

function walletOfSession(): string | null {
  return session.storage.getUser()?.wallet_address ?? null
}
