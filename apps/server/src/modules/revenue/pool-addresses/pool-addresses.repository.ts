import type { Selectable } from 'kysely'
import type { PoolAddressesTable } from '../../../platform/db/schema.ts'
import type { Queryable, Trx } from '../../../platform/db/store.ts'

export type PoolAddressRow = Selectable<PoolAddressesTable> & {
  ownerName: string
  shipName: string | null
}

/** Oldest first. */
export function listPoolAddresses(db: Queryable): Promise<PoolAddressRow[]> {
  return selectAddresses(db).orderBy('poolAddresses.id').execute()
}

export async function findPoolAddress(db: Queryable, id: number): Promise<PoolAddressRow | null> {
  return (await selectAddresses(db).where('poolAddresses.id', '=', id).executeTakeFirst()) ?? null
}

function selectAddresses(db: Queryable) {
  return db
    .selectFrom('poolAddresses')
    .innerJoin('users', 'users.id', 'poolAddresses.userId')
    .leftJoin('ships', 'ships.id', 'poolAddresses.shipId')
    .selectAll('poolAddresses')
    .select(['users.name as ownerName', 'ships.name as shipName'])
}

/** False when it is watched already. */
export async function insertPoolAddress(
  trx: Trx,
  watched: { address: string; userId: string; shipId: string | null; createdAt: Date; createdBy: string },
): Promise<boolean> {
  const row = await trx
    .insertInto('poolAddresses')
    .values({ ...watched, found: JSON.stringify([]) })
    .onConflict((conflict) => conflict.column('address').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** @returns the address; null when there is none. */
export async function removePoolAddress(trx: Trx, id: number): Promise<string | null> {
  const row = await trx
    .deleteFrom('poolAddresses')
    .where('id', '=', id)
    .returning('address')
    .executeTakeFirst()
  return row?.address ?? null
}

/** What a look at the chain has shown; one that failed leaves what was found before. */
export async function saveLook(
  db: Queryable,
  id: number,
  look: { lookedAt: Date; found: readonly object[] } | { problem: string },
): Promise<void> {
  await db
    .updateTable('poolAddresses')
    .set(
      'problem' in look
        ? look
        : { lookedAt: look.lookedAt, problem: null, found: JSON.stringify(look.found) },
    )
    .where('id', '=', id)
    .execute()
}
