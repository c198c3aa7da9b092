import type { Queryable, Trx } from '../db/store.ts'

export type SessionRow = {
  id: string
  userId: string
  bindingHash: Uint8Array | null
  absoluteExpiresAt: Date
  revokedAt: Date | null
}
export type RefreshTokenRow = {
  sessionId: string
  expiresAt: Date
  usedAt: Date | null
  successorHash: Uint8Array | null
  retriedAt: Date | null
}
export type TokenPair = {
  sessionId: string
  accessHash: Uint8Array
  accessExpiresAt: Date
  refreshHash: Uint8Array
  refreshExpiresAt: Date
  at: Date
}

export async function insertSession(
  db: Queryable,
  session: { userId: string; bindingHash: Uint8Array | null; createdAt: Date; absoluteExpiresAt: Date },
): Promise<string> {
  const { id } = await db.insertInto('sessions').values(session).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function insertTokenPair(db: Queryable, pair: TokenPair): Promise<void> {
  const { sessionId, at: createdAt } = pair
  await db
    .insertInto('sessionTokens')
    .values([
      { tokenHash: pair.accessHash, sessionId, kind: 'access', createdAt, expiresAt: pair.accessExpiresAt },
      {
        tokenHash: pair.refreshHash,
        sessionId,
        kind: 'refresh',
        createdAt,
        expiresAt: pair.refreshExpiresAt,
      },
    ])
    .execute()
}

/** The valid session of a valid access token, with the roles its user has now. */
export async function findAccess(db: Queryable, accessHash: Uint8Array, now: Date) {
  const row = await db
    .selectFrom('sessionTokens')
    .innerJoin('sessions', 'sessions.id', 'sessionTokens.sessionId')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select([
      'sessions.id',
      'sessions.userId',
      'sessions.bindingHash',
      'sessions.createdAt',
      'sessions.provenAt',
      'users.roles',
    ])
    .where('sessionTokens.tokenHash', '=', accessHash)
    .where('sessionTokens.kind', '=', 'access')
    .where('sessionTokens.expiresAt', '>', now)
    .where('sessions.absoluteExpiresAt', '>', now)
    .where('sessions.revokedAt', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** The session of a refresh token of any age, locked: every other refresh of the session waits for this transaction. */
export async function lockSessionOfRefreshToken(
  trx: Trx,
  refreshHash: Uint8Array,
): Promise<SessionRow | null> {
  const row = await trx
    .selectFrom('sessions')
    .select(['id', 'userId', 'bindingHash', 'absoluteExpiresAt', 'revokedAt'])
    .where('id', '=', (query) =>
      query
        .selectFrom('sessionTokens')
        .select('sessionId')
        .where('tokenHash', '=', refreshHash)
        .where('kind', '=', 'refresh'),
    )
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Read after the lock: shows what another refresh did to the token while this one waited. */
export async function findRefreshToken(trx: Trx, refreshHash: Uint8Array): Promise<RefreshTokenRow | null> {
  const row = await trx
    .selectFrom('sessionTokens')
    .select(['sessionId', 'expiresAt', 'usedAt', 'successorHash', 'retriedAt'])
    .where('tokenHash', '=', refreshHash)
    .where('kind', '=', 'refresh')
    .executeTakeFirst()
  return row ?? null
}

export async function markRefreshUsed(
  trx: Trx,
  refreshHash: Uint8Array,
  change: { usedAt: Date; successorHash: Uint8Array | null; retriedAt: Date | null },
): Promise<void> {
  await trx.updateTable('sessionTokens').set(change).where('tokenHash', '=', refreshHash).execute()
}

export async function removeAccessTokens(trx: Trx, sessionId: string): Promise<void> {
  await trx
    .deleteFrom('sessionTokens')
    .where('sessionId', '=', sessionId)
    .where('kind', '=', 'access')
    .execute()
}

/** @returns whose it was; null where it was revoked already. */
export async function revokeSession(
  db: Queryable,
  sessionId: string,
  change: { revokedAt: Date; revokeReason: string },
): Promise<string | null> {
  const row = await db
    .updateTable('sessions')
    .set(change)
    .where('id', '=', sessionId)
    .where('revokedAt', 'is', null)
    .returning('userId')
    .executeTakeFirst()
  return row?.userId ?? null
}

/** Revokes every session of a user except one (null: all of them), or only one. @returns how many. */
export async function revokeSessionsOf(
  db: Queryable,
  userId: string,
  change: { revokedAt: Date; revokeReason: string; except: string | null; only: string | null },
): Promise<number> {
  const { except, only, ...columns } = change
  let update = db
    .updateTable('sessions')
    .set(columns)
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
  if (except !== null) update = update.where('id', '<>', except)
  if (only !== null) update = update.where('id', '=', only)
  return Number((await update.executeTakeFirst()).numUpdatedRows)
}

export async function markSessionProven(db: Queryable, sessionId: string, provenAt: Date): Promise<void> {
  await db.updateTable('sessions').set({ provenAt }).where('id', '=', sessionId).execute()
}

/** Removes what can no longer be used. Used refresh tokens stay as long as their session, so that a second use is noticed. */
export async function removeExpiredSessions(db: Queryable, now: Date): Promise<number> {
  const tokens = await db
    .deleteFrom('sessionTokens')
    .where('expiresAt', '<=', now)
    .where('kind', '=', 'access')
    .executeTakeFirst()
  const sessions = await db
    .deleteFrom('sessions')
    .where((where) => where.or([where('absoluteExpiresAt', '<=', now), where('revokedAt', '<=', now)]))
    .executeTakeFirst()
  return Number(tokens.numDeletedRows + sessions.numDeletedRows)
}
