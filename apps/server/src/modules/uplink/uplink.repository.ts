import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/store.ts'

export type UplinkController = { id: string; publicKey: Uint8Array | null; revoked: boolean }

export async function findUplinkController(
  db: Queryable,
  controllerId: string,
): Promise<UplinkController | null> {
  const row = await db
    .selectFrom('controllers')
    .select(['id', 'publicKey', 'revokedAt'])
    .where('id', '=', controllerId)
    .executeTakeFirst()
  return row ? { id: row.id, publicKey: row.publicKey, revoked: row.revokedAt !== null } : null
}

/** An interruption shorter than this is not worth a mark on a chart. */
const leastAwaySeconds = 150

/** What the controller reported about itself when it connected, and since when it had been silent. */
export async function recordHello(
  db: Queryable,
  controllerId: string,
  hello: {
    connectionId: string
    version: string
    ipAddress: string
    pollIntervalMs: number
    clockOffsetMs: number
    spool: { firstSeq: number | null; lastSeq: number | null; droppedSamples: number }
    at: Date
  },
): Promise<void> {
  await sql`
    INSERT INTO away_spans (controller_id, from_at, to_at)
    SELECT id, last_seen_at, ${hello.at} FROM controllers
    WHERE id = ${controllerId} AND last_seen_at < ${hello.at}::timestamptz - make_interval(secs => ${leastAwaySeconds})
    ON CONFLICT DO NOTHING`.execute(db)
  await db
    .updateTable('controllers')
    .set({
      connectionId: hello.connectionId,
      connectedSince: hello.at,
      version: hello.version,
      ipAddress: hello.ipAddress,
      pollIntervalMs: hello.pollIntervalMs,
      clockOffsetMs: hello.clockOffsetMs,
      spool: JSON.stringify(hello.spool),
      lastSeenAt: hello.at,
    })
    .where('id', '=', controllerId)
    .execute()
}

/** Updates `lastSeenAt`; false when another connection has taken over. */
export async function touchController(
  db: Queryable,
  controllerId: string,
  connectionId: string,
  at: Date,
): Promise<boolean> {
  const result = await db
    .updateTable('controllers')
    .set({ lastSeenAt: at })
    .where('id', '=', controllerId)
    .where('connectionId', '=', connectionId)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
