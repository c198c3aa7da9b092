import type { Queryable, Trx } from '../../../platform/db/store.ts'
import { lockInTransaction } from '../../../platform/db/transaction-lock.ts'

export type KeyRow = {
  id: number
  publicKey: string
  sealedSeed: string | null
  succession: string | null
  createdAt: Date
  endedAt: Date | null
}

/** Oldest first. */
export const listKeys = (db: Queryable): Promise<KeyRow[]> =>
  db.selectFrom('commandKeys').selectAll().orderBy('id').execute()

/** Of several servers that start or change a key, one at a time. */
export const lockKeys = (trx: Trx): Promise<void> => lockInTransaction(trx, 'command-keys')

export async function insertKey(trx: Trx, key: Omit<KeyRow, 'id' | 'endedAt'>): Promise<void> {
  await trx.insertInto('commandKeys').values(key).execute()
}

export async function endKey(trx: Trx, id: number, at: Date): Promise<void> {
  await trx.updateTable('commandKeys').set({ sealedSeed: null, endedAt: at }).where('id', '=', id).execute()
}

/** Whether a box may have pinned a key already. */
export async function hasEnrolledBoxes(db: Queryable): Promise<boolean> {
  const row = await db
    .selectFrom('controllers')
    .select('id')
    .where('enrolledAt', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function enrolledAtOf(db: Queryable, controllerId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('controllers')
    .select('enrolledAt')
    .where('id', '=', controllerId)
    .executeTakeFirst()
  return row?.enrolledAt ?? null
}

export async function noteKeyOfBox(db: Queryable, controllerId: string, key: string | null): Promise<void> {
  await db.updateTable('controllers').set({ commandKey: key }).where('id', '=', controllerId).execute()
}

/** Of every box that may still connect: the key that it said to have, and when it was enrolled. */
export const listKeysOfBoxes = (db: Queryable) =>
  db
    .selectFrom('controllers')
    .select(['commandKey', 'enrolledAt'])
    .where('enrolledAt', 'is not', null)
    .where('revokedAt', 'is', null)
    .execute()
