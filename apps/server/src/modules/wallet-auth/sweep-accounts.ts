import { removeForgottenGuesses } from '../../platform/auth/guesses.repository.ts'
import { removeExpiredSessions } from '../../platform/auth/sessions.repository.ts'
import type { Store } from '../../platform/db/store.ts'
import { tokenMailPrefix } from '../users/users.port.ts'
import { emptyTokenMails, removeOldAccountTokens } from './account-tokens.repository.ts'
import { removeExpiredProofNonces } from './proofs.repository.ts'
import { removeExpiredNonces, removeExpiredTickets } from './wallet-auth.repository.ts'

const dayMs = 86_400_000

/**
 * Removes nonces, tickets, tokens and sessions that can no longer be used; returns how many rows were removed. For a job, every few
 * minutes.
 */
export async function sweepAccounts(deps: { store: Store; clock: () => number }): Promise<number> {
  const now = new Date(deps.clock())
  const { db } = deps.store
  const nonces = await removeExpiredNonces(db, now)
  const tickets = await removeExpiredTickets(db, now)
  const sessions = await removeExpiredSessions(db, now)
  const proofs = await removeExpiredProofNonces(db, now)
  const tokens = await removeOldAccountTokens(db, new Date(now.getTime() - dayMs))
  const guesses = await removeForgottenGuesses(db, now)
  await emptyTokenMails(db, tokenMailPrefix)
  return nonces + tickets + sessions + proofs + tokens + guesses
}
