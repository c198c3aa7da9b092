import { sql } from 'kysely'
import type { Queryable, Store } from '../../platform/db/store.ts'

/** Carries the id of somebody who may no longer see all that their open pages show: these end, and come back. */
export const reachChannel = 'reach'

/** Whose pages to tell: those of everybody who sees a controller, or a ship. */
type FleetOf = { controllerId: string } | { shipId: string }

/** Has the open pages of an owner and their crew read the fleet anew; with `trx` when it commits. */
export async function tellFleet(store: Store, of: FleetOf, trx?: Queryable): Promise<void> {
  const db = trx ?? store.db
  const { rows } = await ('controllerId' in of
    ? sql<{ userId: string }>`
        SELECT owner_id AS user_id FROM controllers WHERE id = ${of.controllerId} AND owner_id IS NOT NULL
        UNION SELECT k.user_id FROM ship_crew k JOIN controllers c ON c.ship_id = k.ship_id WHERE c.id = ${of.controllerId}`
    : sql<{ userId: string }>`
        SELECT user_id FROM ships WHERE id::text = ${of.shipId} UNION SELECT user_id FROM ship_crew WHERE ship_id::text = ${of.shipId}`
  ).execute(db)
  for (const { userId } of rows) await store.notify('fleet', JSON.stringify({ userId }), trx)
}
