import type { Queryable, Trx } from '../../platform/db/store.ts'

export type AccountTokenKind = 'verify-email' | 'reset-password'

export async function insertAccountToken(
  db: Queryable,
  token: {
    tokenHash: Uint8Array
    userId: string
    kind: AccountTokenKind
    email: string
    createdAt: Date
    expiresAt: Date
  },
): Promise<void> {
  await db.insertInto('accountTokens').values(token).execute()
}

/** Tokens of a user created since a given time, whatever became of them. */
export async function countAccountTokens(
  db: Queryable,
  wanted: { userId: string; kind: AccountTokenKind; since: Date },
): Promise<number> {
  const { count } = await db
    .selectFrom('accountTokens')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', wanted.userId)
    .where('kind', '=', wanted.kind)
    .where('createdAt', '>', wanted.since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

type TokenKey = { tokenHash: Uint8Array; kind: AccountTokenKind; now: Date }

/** The user of a token, if it could be used now. */
export async function findAccountToken(
  db: Queryable,
  { tokenHash, kind, now }: TokenKey,
): Promise<{ userId: string; email: string } | null> {
  const row = await db
    .selectFrom('accountTokens')
    .select(['userId', 'email'])
    .where('tokenHash', '=', tokenHash)
    .where('kind', '=', kind)
    .where('expiresAt', '>', now)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** Uses a token up; null when someone else just did, or when it was never valid. */
export async function useAccountToken(
  trx: Trx,
  { tokenHash, kind, now }: TokenKey,
): Promise<{ userId: string; email: string } | null> {
  const row = await trx
    .updateTable('accountTokens')
    .set({ usedAt: now })
    .where('tokenHash', '=', tokenHash)
    .where('kind', '=', kind)
    .where('expiresAt', '>', now)
    .where('usedAt', 'is', null)
    .returning(['userId', 'email'])
    .executeTakeFirst()
  return row ?? null
}

/** Invalidates every unused token of a kind. */
export async function voidAccountTokens(
  trx: Queryable,
  wanted: { userId: string; kind: AccountTokenKind; at: Date },
): Promise<void> {
  await trx
    .updateTable('accountTokens')
    .set({ usedAt: wanted.at })
    .where('userId', '=', wanted.userId)
    .where('kind', '=', wanted.kind)
    .where('usedAt', 'is', null)
    .execute()
}

/** Removes tokens that expired a day ago; until then they count against the limit of mails. */
export async function removeOldAccountTokens(db: Queryable, endedBefore: Date): Promise<number> {
  const result = await db.deleteFrom('accountTokens').where('expiresAt', '<=', endedBefore).executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** Empties the bodies of sent mails that held a token. */
export async function emptyTokenMails(db: Queryable, prefix: string): Promise<void> {
  await db
    .updateTable('mails')
    .set({ textBody: '', htmlBody: '' })
    .where('messageId', 'like', `${prefix}%`)
    .where('textBody', '<>', '')
    .where('status', '=', 'sent')
    .execute()
}
