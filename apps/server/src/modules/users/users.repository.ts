import type { Namespace } from '@shipminer/contract/account/account'
import { type Selectable, sql, type Updateable } from 'kysely'
import type { UsersTable } from '../../platform/db/schema.ts'
import type { Queryable, Trx } from '../../platform/db/store.ts'

export type NewUser = {
  id?: string
  name: string
  email: string | null
  pendingEmail?: string | null
  company: string | null
  phone: string | null
  preferredLanguage: string | null
  newsletter: boolean
  /** JSON; empty when omitted. */
  notifications?: string
  at: Date
}

/** The id of the new user, or null when the e-mail address (or the id) is in use. */
export async function insertUser(db: Queryable, user: NewUser): Promise<string | null> {
  const { at, ...columns } = user
  const row = await db
    .insertInto('users')
    .values({ ...columns, createdAt: at, updatedAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** False when the wallet already belongs to a user. */
export async function insertWallet(
  trx: Trx,
  wallet: { userId: string; namespace: Namespace; accountId: string; address: string; at: Date },
): Promise<boolean> {
  const { at, ...columns } = wallet
  const row = await trx
    .insertInto('wallets')
    .values({ ...columns, createdAt: at })
    .onConflict((conflict) => conflict.column('accountId').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function findUserIdOfWallet(db: Queryable, accountId: string): Promise<string | null> {
  const row = await db
    .selectFrom('wallets')
    .select('userId')
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  return row?.userId ?? null
}

/** The user of a wallet; it cannot be unlinked until the transaction ends. */
export async function findUserIdOfWalletLocked(trx: Trx, accountId: string): Promise<string | null> {
  const row = await trx
    .selectFrom('wallets')
    .select('userId')
    .where('accountId', '=', accountId)
    .forShare()
    .executeTakeFirst()
  return row?.userId ?? null
}

export async function findUserWithWallets(db: Queryable, userId: string) {
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
  if (!user) return null
  const wallets = await db
    .selectFrom('wallets')
    .select(['namespace', 'address'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return { ...user, wallets }
}
export type UserWithWallets = NonNullable<Awaited<ReturnType<typeof findUserWithWallets>>>

export type UserRow = Selectable<UsersTable>

/**
 * A user, locked until the transaction ends: other changes to the account wait. What only names the user, such as a session that is opened,
 * does not: it may hold a lock that the holder of this one is about to want.
 */
export async function lockUser(trx: Trx, userId: string): Promise<UserRow | null> {
  const row = await trx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Throws a unique violation if the e-mail address belongs to someone else. */
export async function updateUser(trx: Trx, userId: string, change: Updateable<UsersTable>): Promise<void> {
  await trx.updateTable('users').set(change).where('id', '=', userId).execute()
}

/** The user of an address, case-insensitive, and whether it is proven. A pending address belongs to no one yet. */
export async function findEmailHolder(
  db: Queryable,
  email: string,
): Promise<{ id: string; isVerified: boolean } | null> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'emailVerifiedAt'])
    .where(sql`lower(email)`, '=', email)
    .executeTakeFirst()
  return row ? { id: row.id, isVerified: row.emailVerifiedAt !== null } : null
}

export function listWallets(
  db: Queryable,
  userId: string,
): Promise<{ namespace: Namespace; address: string; accountId: string }[]> {
  return db
    .selectFrom('wallets')
    .select(['namespace', 'address', 'accountId'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** False when the wallet is not the user's. */
export async function removeWallet(trx: Trx, key: { userId: string; accountId: string }): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('wallets')
    .where('userId', '=', key.userId)
    .where('accountId', '=', key.accountId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
