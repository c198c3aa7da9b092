import type { BoardEvent } from '@shipminer/contract/uplink'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/store.ts'

/** A controller's record of stored batches may have this many ranges; beyond it the oldest gaps count as stored. */
const maxRanges = 1_000

/** Records that batch `seq` is being stored, and locks the controller for this transaction. */
export async function claimSequence(
  trx: Queryable,
  controllerId: string,
  seq: number,
): Promise<'new' | 'duplicate' | 'unknown-controller'> {
  const { rows } = await sql<{ ranges: number }>`
    UPDATE controllers SET stored_batches = stored_batches + int8multirange(int8range(${seq}::int8, ${seq}::int8, '[]'))
    WHERE id = ${controllerId} AND NOT stored_batches @> ${seq}::int8
    RETURNING (SELECT count(*) FROM unnest(stored_batches)) AS ranges`.execute(trx)
  const row = rows[0]
  if (!row) {
    const known = await trx
      .selectFrom('controllers')
      .select('id')
      .where('id', '=', controllerId)
      .executeTakeFirst()
    return known ? 'duplicate' : 'unknown-controller'
  }
  // A spool drops its oldest batches first, so the oldest gaps are never sent again.
  if (row.ranges > maxRanges)
    await sql`
      UPDATE controllers SET stored_batches = stored_batches + int8multirange(int8range(lower(stored_batches), (
        SELECT lower(r) FROM unnest(stored_batches) r ORDER BY 1 OFFSET ${maxRanges / 2} LIMIT 1)))
      WHERE id = ${controllerId}`.execute(trx)
  return 'new'
}

/** Sequence numbers of stored batches at or above `fromSeq`, as inclusive ranges in order. */
export async function listStoredRanges(
  db: Queryable,
  controllerId: string,
  fromSeq: number,
): Promise<[number, number][]> {
  const { rows } = await sql<{ first: number; last: number }>`
    SELECT lower(r) AS first, upper(r) - 1 AS last
    FROM controllers, unnest(stored_batches * int8multirange(int8range(${fromSeq}::int8, NULL))) r
    WHERE id = ${controllerId} ORDER BY 1`.execute(db)
  return rows.map(({ first, last }) => [first, last])
}

/** Events on the ship, with times on the server's clock. */
export async function insertBoardEvents(
  trx: Queryable,
  controllerId: string,
  events: readonly BoardEvent[],
  receivedAtMs: number,
): Promise<void> {
  if (events.length === 0) return
  const receivedAt = new Date(receivedAtMs)
  await trx
    .insertInto('boardEvents')
    .values(
      events.map(({ at, kind, deviceKey, count }) => ({
        controllerId,
        at: new Date(at),
        kind,
        deviceKey,
        count,
        receivedAt,
      })),
    )
    .execute()
}
