import { sql } from 'kysely'
import type { Queryable, Trx } from '../../platform/db/store.ts'

export const operatorRole = 'operator'

/** Null when no user, or more than one, has the address. */
export async function findUserByEmail(db: Queryable, email: string) {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .limit(2)
    .execute()
  return rows.length === 1 ? (rows[0] ?? null) : null
}

export async function findOperator(db: Queryable, userId: string) {
  const row = await db
    .selectFrom('users as u')
    .leftJoin('operatorSecrets as s', 's.userId', 'u.id')
    .select(['u.id', 'u.name', 's.sealedSecret'])
    .where('u.id', '=', userId)
    .executeTakeFirst()
  return row ?? null
}

export async function saveOperator(
  trx: Trx,
  operator: { userId: string; sealedSecret: string; at: Date },
): Promise<void> {
  const { userId, sealedSecret, at } = operator
  await trx
    .updateTable('users')
    .set({ roles: sql<string[]>`array_append(array_remove(roles, ${operatorRole}), ${operatorRole})` })
    .where('id', '=', userId)
    .execute()
  await trx
    .insertInto('operatorSecrets')
    .values({ userId, sealedSecret, grantedAt: at })
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet({ sealedSecret, grantedAt: at, lastStep: 0 }),
    )
    .execute()
  await forgetFactors(trx, userId)
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
    .leftJoin('operatorSecrets as s', 's.userId', 'u.id')
    .select(['u.email', 'u.name', 's.grantedAt'])
    .where(sql<boolean>`${operatorRole} = ANY (u.roles)`)
    .orderBy('u.email')
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
