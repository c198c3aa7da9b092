import type { Selectable } from 'kysely'
import type { ShipsTable } from '../../platform/db/schema.ts'
import type { Queryable, Trx } from '../../platform/db/store.ts'
import type { ShipDetails } from './ship-details.ts'

export type ShipRow = Selectable<ShipsTable>

export function listShips(db: Queryable, userId: string): Promise<ShipRow[]> {
  return db
    .selectFrom('ships')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** Locks the owner, so that concurrent additions are counted one after the other. */
export async function countShipsLocked(trx: Trx, userId: string): Promise<number> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  const { ships } = await trx
    .selectFrom('ships')
    .select(({ fn }) => fn.countAll<number>().as('ships'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(ships)
}

export function insertShip(
  trx: Trx,
  ship: ShipDetails & { userId: string; createdAt: Date },
): Promise<ShipRow> {
  return trx.insertInto('ships').values(ship).returningAll().executeTakeFirstOrThrow()
}

/** Null when the ship is not the user's or does not exist. */
export async function updateShip(
  db: Queryable,
  key: { id: string; userId: string },
  ship: ShipDetails,
): Promise<ShipRow | null> {
  const row = await db
    .updateTable('ships')
    .set(ship)
    .where('id', '=', key.id)
    .where('userId', '=', key.userId)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** False when the ship is not the user's or does not exist. */
export async function removeShip(db: Queryable, key: { id: string; userId: string }): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('ships')
    .where('id', '=', key.id)
    .where('userId', '=', key.userId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
