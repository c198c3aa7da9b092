import type { OperatorRole } from '@shipminer/contract/operator-roles'
import { sql } from 'kysely'
import type { Queryable, Trx } from '../../platform/db/store.ts'

export const operatorRole = 'operator'

/** Null when no user, or more than one, has the address. */
export async function findUserByEmail(db: Queryable, email: string) {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'emailVerifiedAt'])
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .limit(2)
    .execute()
  return rows.length === 1 ? (rows[0] ?? null) : null
}

export async function findOperator(db: Queryable, userId: string) {
  const row = await db
    .selectFrom('users as u')
    .leftJoin('operatorSecrets as s', 's.userId', 'u.id')
    .select(['u.id', 'u.name', 's.sealedSecret', 's.role'])
    .where('u.id', '=', userId)
    .executeTakeFirst()
  return row ?? null
}

export async function saveOperator(
  trx: Trx,
  operator: { userId: string; sealedSecret: string; role: OperatorRole; at: Date },
): Promise<void> {
  const { userId, sealedSecret, role, at } = operator
  await trx
    .updateTable('users')
    .set({ roles: sql<string[]>`array_append(array_remove(roles, ${operatorRole}), ${operatorRole})` })
    .where('id', '=', userId)
    .execute()
  await trx
    .insertInto('operatorSecrets')
    .values({ userId, sealedSecret, role, grantedAt: at })
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet({ sealedSecret, role, grantedAt: at, lastStep: 0 }),
    )
    .execute()
  // They replaced the authenticator that is void now, or stood beside it.
  await trx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  await trx.deleteFrom('passkeys').where('userId', '=', userId).execute()
  await forgetFactors(trx, userId)
}

/** The roles of all operators, locked until the transaction ends: of two changes at once the second sees the first. */
export async function lockRoles(trx: Trx): Promise<Map<string, { name: string; role: OperatorRole }>> {
  const rows = await trx
    .selectFrom('operatorSecrets as s')
    .innerJoin('users as u', 'u.id', 's.userId')
    .select(['s.userId', 's.role', 'u.name'])
    .where(sql<boolean>`${operatorRole} = ANY (u.roles)`)
    .orderBy('s.userId')
    .forNoKeyUpdate('s')
    .execute()
  return new Map(rows.map(({ userId, ...rest }) => [userId, rest]))
}

export async function updateRole(trx: Trx, userId: string, role: OperatorRole): Promise<void> {
  await trx.updateTable('operatorSecrets').set({ role }).where('userId', '=', userId).execute()
}

/** False when the user was not an operator. */
export async function removeOperator(trx: Trx, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ roles: sql<string[]>`array_remove(roles, ${operatorRole})` })
    .where('id', '=', userId)
    .where(sql<boolean>`${operatorRole} = ANY (roles)`)
    .executeTakeFirst()
  await trx.deleteFrom('operatorSecrets').where('userId', '=', userId).execute()
  await trx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  await trx.deleteFrom('passkeys').where('userId', '=', userId).execute()
  await forgetFactors(trx, userId)
  return numUpdatedRows > 0n
}

async function forgetFactors(trx: Trx, userId: string): Promise<void> {
  await trx
    .deleteFrom('sessionFactors')
    .where('sessionId', 'in', (from) => from.selectFrom('sessions').select('id').where('userId', '=', userId))
    .execute()
}

export function listOperators(db: Queryable) {
  return db
    .selectFrom('users as u')
    .innerJoin('operatorSecrets as s', 's.userId', 'u.id')
    .select([
      'u.id',
      'u.email',
      'u.emailVerifiedAt',
      'u.preferredLanguage',
      'u.name',
      's.role',
      's.grantedAt',
    ])
    .where(sql<boolean>`${operatorRole} = ANY (u.roles)`)
    .orderBy('u.name')
    .orderBy('u.id')
    .execute()
}

/** Where users are signed in, newest first. A session is used at least as late as its newest token was made. */
export function listSessionsOf(db: Queryable, userIds: readonly string[], now: Date) {
  return db
    .selectFrom('sessions as s')
    .leftJoin('sessionFactors as f', 'f.sessionId', 's.id')
    .select(['s.id', 's.userId', 's.createdAt', 's.absoluteExpiresAt', 'f.provenAt'])
    .select((from) =>
      from
        .selectFrom('sessionTokens as t')
        .select((token) => token.fn.max('t.createdAt').as('at'))
        .whereRef('t.sessionId', '=', 's.id')
        .as('usedAt'),
    )
    .where('s.userId', 'in', userIds)
    .where('s.revokedAt', 'is', null)
    .where('s.absoluteExpiresAt', '>', now)
    .orderBy('s.createdAt', 'desc')
    .orderBy('s.id')
    .execute()
}

/** Marks the code of this step as used; true only for the first of two concurrent calls. */
export async function useStep(trx: Trx, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('operatorSecrets')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .where('lastStep', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function markFactorProven(trx: Trx, sessionId: string, at: Date): Promise<void> {
  await trx
    .insertInto('sessionFactors')
    .values({ sessionId, provenAt: at })
    .onConflict((conflict) => conflict.column('sessionId').doUpdateSet({ provenAt: at }))
    .execute()
}

export async function findFactor(db: Queryable, sessionId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('sessionFactors')
    .select('provenAt')
    .where('sessionId', '=', sessionId)
    .executeTakeFirst()
  return row?.provenAt ?? null
}

/** Puts new codes in the place of all earlier ones. */
export async function replaceRecoveryCodes(
  trx: Trx,
  userId: string,
  { hashes, keyPrint, at }: { hashes: readonly Uint8Array[]; keyPrint: string; at: Date },
): Promise<void> {
  await trx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  await trx
    .insertInto('recoveryCodes')
    .values(hashes.map((codeHash) => ({ userId, codeHash, keyPrint, madeAt: at })))
    .execute()
}

/** Uses one up; true only for the first of two concurrent calls, and never for a code that is not theirs. */
export async function useRecoveryCode(
  trx: Trx,
  userId: string,
  codeHashes: readonly Uint8Array[],
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('recoveryCodes')
    .set({ usedAt: at })
    .where('userId', '=', userId)
    .where('codeHash', 'in', codeHashes)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** How many are not used yet, and when they were made. */
export async function summariseRecoveryCodes(
  db: Queryable,
  userId: string,
): Promise<{ left: number; madeAt: Date | null }> {
  const row = await db
    .selectFrom('recoveryCodes')
    .select([
      sql<number>`count(*) FILTER (WHERE used_at IS NULL)`.as('left'),
      ({ fn }) => fn.max('madeAt').as('madeAt'),
    ])
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return { left: Number(row.left), madeAt: row.madeAt }
}
