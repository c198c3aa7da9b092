import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/store.ts'
import { namedWorker } from '../telemetry/telemetry.port.ts'

/** Controllers of an owner with the ship each is on. */
export function listOwnedControllers(
  db: Queryable,
  userId: string,
): Promise<{ id: string; shipId: string | null }[]> {
  return db
    .selectFrom('controllers')
    .select(['id', 'shipId'])
    .where('ownerId', '=', userId)
    .where('revokedAt', 'is', null)
    .orderBy('id')
    .execute()
}

export function listOwnedShips(
  db: Queryable,
  userId: string,
): Promise<{ id: string; name: string; timeZone: string }[]> {
  return db
    .selectFrom('ships')
    .select(['id', 'name', 'timeZone'])
    .where('userId', '=', userId)
    .orderBy('name')
    .orderBy('id')
    .execute()
}

export type NamedMiner = {
  id: number
  name: string | null
  worker: string | null
  model: string | null
  make: string | null
  shipId: string | null
}

export async function listNamedMiners(
  db: Queryable,
  controllerIds: readonly string[],
): Promise<NamedMiner[]> {
  if (controllerIds.length === 0) return []
  const { rows } = await sql<NamedMiner>`
    SELECT m.id, m.name, ${namedWorker} AS worker, m.model, m.make, c.ship_id
    FROM miners m JOIN controllers c ON c.id = m.controller_id
    WHERE m.controller_id = ANY(${sql.val([...controllerIds])}::text[]) ORDER BY m.id`.execute(db)
  return rows
}
