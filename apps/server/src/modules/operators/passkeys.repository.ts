import type { Queryable, Trx } from '../../platform/db/store.ts'

/** Oldest first. */
export function listPasskeys(db: Queryable, userId: string) {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('addedAt')
    .orderBy('id')
    .execute()
}

export type NewPasskey = {
  id: string
  userId: string
  credentialId: string
  publicKey: Uint8Array
  signCount: number
  transports: string[]
  name: string
  addedAt: Date
}

/** False when somebody has it already. */
export async function savePasskey(trx: Trx, passkey: NewPasskey): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** The name of what was removed; null when the user has none of this id. */
export async function deletePasskey(trx: Trx, userId: string, id: string): Promise<string | null> {
  const row = await trx
    .deleteFrom('passkeys')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
  return row?.name ?? null
}

export async function notePasskeyUse(trx: Trx, id: string, signCount: number, usedAt: Date): Promise<void> {
  await trx.updateTable('passkeys').set({ signCount, usedAt }).where('id', '=', id).execute()
}

/** In the place of an earlier one of the session. */
export async function saveChallenge(
  db: Queryable,
  sessionId: string,
  challenge: string,
  madeAt: Date,
): Promise<void> {
  await db
    .insertInto('passkeyChallenges')
    .values({ sessionId, challenge, madeAt })
    .onConflict((conflict) => conflict.column('sessionId').doUpdateSet({ challenge, madeAt }))
    .execute()
}

/** Uses up the challenge of a session: of several answers at once one gets it. Null when there is none, or an old one. */
export async function takeChallenge(
  db: Queryable,
  sessionId: string,
  notBefore: Date,
): Promise<string | null> {
  const row = await db
    .deleteFrom('passkeyChallenges')
    .where('sessionId', '=', sessionId)
    .returning(['challenge', 'madeAt'])
    .executeTakeFirst()
  return row && row.madeAt.getTime() >= notBefore.getTime() ? row.challenge : null
}
