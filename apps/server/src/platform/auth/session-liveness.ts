import type { Store } from '../db/store.ts'

/** Carries the id of a user of whom sessions were revoked. */
export const revokedSessionsChannel = 'revoked_sessions'

/** Whether a session is still valid: an open connection checks now and then, long after its access token expired. */
export async function isSessionLive(store: Store, sessionId: string, now: Date): Promise<boolean> {
  const row = await store.db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('revokedAt', 'is', null)
    .where('absoluteExpiresAt', '>', now)
    .executeTakeFirst()
  return row !== undefined
}
