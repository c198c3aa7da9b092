import type { Queryable, Trx } from '../../../platform/db/store.ts'

/** False when the address is already a login name. `email` is lower case. */
export async function insertPassword(
  trx: Trx,
  password: { userId: string; email: string; phc: string; at: Date },
): Promise<boolean> {
  const { at: updatedAt, ...columns } = password
  const row = await trx
    .insertInto('passwords')
    .values({ ...columns, updatedAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('userId')
    .executeTakeFirst()
  return row !== undefined
}

export async function findPassword(
  db: Queryable,
  email: string,
): Promise<{ userId: string; phc: string } | null> {
  const row = await db
    .selectFrom('passwords')
    .select(['userId', 'phc'])
    .where('email', '=', email)
    .executeTakeFirst()
  return row ?? null
}

/** A user's hash, locked until the transaction ends. */
export async function lockHash(trx: Trx, userId: string): Promise<string | null> {
  const row = await trx
    .selectFrom('passwords')
    .select('phc')
    .where('userId', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.phc ?? null
}

/** Replaces a locked hash. */
export async function replaceHash(trx: Trx, change: { userId: string; to: string; at: Date }): Promise<void> {
  await trx
    .updateTable('passwords')
    .set({ phc: change.to, updatedAt: change.at })
    .where('userId', '=', change.userId)
    .execute()
}

export async function findPasswordOfUser(
  db: Queryable,
  userId: string,
): Promise<{ email: string; phc: string } | null> {
  const row = await db
    .selectFrom('passwords')
    .select(['email', 'phc'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row ?? null
}

/** Sets a user's password, the first or another one. Throws a unique violation if the address is someone else's login name. */
export async function upsertPassword(
  trx: Trx,
  password: { userId: string; email: string; phc: string; at: Date },
): Promise<void> {
  const { at: updatedAt, ...columns } = password
  await trx
    .insertInto('passwords')
    .values({ ...columns, updatedAt })
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet({ phc: columns.phc, email: columns.email, updatedAt }),
    )
    .execute()
}

/** The login name follows the e-mail address of the account. */
export async function renameLogin(
  trx: Trx,
  change: { userId: string; email: string; at: Date },
): Promise<void> {
  await trx
    .updateTable('passwords')
    .set({ email: change.email, updatedAt: change.at })
    .where('userId', '=', change.userId)
    .execute()
}
