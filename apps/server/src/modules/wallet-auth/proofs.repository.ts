import type { Queryable } from '../../platform/db/store.ts'

export type ProofNonce = {
  nonce: string
  userId: string
  purpose: string
  subject: string | null
  accountId: string
  message: string
  expiresAt: Date
}

export async function insertProofNonce(db: Queryable, nonce: ProofNonce): Promise<void> {
  await db.insertInto('proofNonces').values(nonce).execute()
}

export async function countProofNonces(db: Queryable, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('proofNonces')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Removes a user's nonce from the table: whatever follows, it never works again. */
export async function takeProofNonce(
  db: Queryable,
  key: { nonce: string; userId: string },
): Promise<ProofNonce | null> {
  const row = await db
    .deleteFrom('proofNonces')
    .where('nonce', '=', key.nonce)
    .where('userId', '=', key.userId)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

export async function removeExpiredProofNonces(db: Queryable, now: Date): Promise<number> {
  const result = await db.deleteFrom('proofNonces').where('expiresAt', '<=', now).executeTakeFirst()
  return Number(result.numDeletedRows)
}
