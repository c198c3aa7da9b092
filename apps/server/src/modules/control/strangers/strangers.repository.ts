import type { Stranger } from '@shipminer/contract/control/strangers'
import { sql } from 'kysely'
import type { Queryable, Trx } from '../../../platform/db/store.ts'
import { withinReach } from '../../ships/ships.port.ts'

/**
 * Stores what a whole search of a controller found. What it did not find is silent if its owner named or watches it, and forgotten otherwise.
 */
export async function replaceStrangers(
  trx: Trx,
  controllerId: string,
  strangers: readonly Stranger[],
  at: Date,
): Promise<void> {
  const found = strangers.map(({ key }) => key)
  await sql`
    DELETE FROM strangers WHERE controller_id = ${controllerId} AND NOT (key = ANY(${found}::text[])) AND name IS NULL AND NOT is_watched`.execute(
    trx,
  )
  await sql`
    UPDATE strangers SET is_silent = true WHERE controller_id = ${controllerId} AND NOT (key = ANY(${found}::text[])) AND NOT is_silent`.execute(
    trx,
  )
  if (strangers.length === 0) return
  await trx
    .insertInto('strangers')
    .values(
      strangers.map(({ key, address, guess, ports }) => ({
        ...{ controllerId, key, address, guess, firstSeenAt: at, lastSeenAt: at },
        ports: JSON.stringify(ports),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['controllerId', 'key']).doUpdateSet(({ ref }) => ({
        address: ref('excluded.address'),
        guess: ref('excluded.guess'),
        ports: ref('excluded.ports'),
        lastSeenAt: ref('excluded.lastSeenAt'),
        isSilent: false,
      })),
    )
    .execute()
}

/** Those of one ship, the ones without a name first. */
export function listStrangers(db: Queryable, shipId: string) {
  return db
    .selectFrom('strangers as s')
    .innerJoin('controllers as c', 'c.id', 's.controllerId')
    .selectAll('s')
    .select('c.name as controllerName')
    .where('c.shipId', '=', shipId)
    .where('c.revokedAt', 'is', null)
    .orderBy(sql`s.name IS NOT NULL`)
    .orderBy('s.name')
    .orderBy('s.id')
    .execute()
}

/** @returns false when they may not act on its ship. */
export async function updateStranger(
  db: Queryable,
  userId: string,
  id: number,
  note: { name: string | null; isWatched: boolean },
): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    UPDATE strangers s SET name = ${note.name}, is_watched = ${note.isWatched} FROM controllers c
    WHERE s.id = ${id} AND c.id = s.controller_id AND ${withinReach('c', userId, 'act')} AND c.revoked_at IS NULL RETURNING s.id`.execute(
    db,
  )
  return rows.length > 0
}
