import type { SealingKey } from '@shipminer/contract/control/device-logins'
import type { MemoryState } from '@shipminer/contract/memory'
import { settleMsOf } from '@shipminer/domain/fleet/silence'
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

/** Within so many times of settling a line that drops shortly does not start another one, or a flapping box would never be assessed. */
const settlesOncePer = 8

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
    sealing: SealingKey | null
    at: Date
  },
): Promise<void> {
  await sql`
    INSERT INTO away_spans (controller_id, from_at, to_at)
    SELECT id, last_seen_at, ${hello.at} FROM controllers
    WHERE id = ${controllerId} AND last_seen_at < ${hello.at}::timestamptz - make_interval(secs => ${leastAwaySeconds})
    ON CONFLICT DO NOTHING`.execute(db)
  const settleMs = settleMsOf(hello.pollIntervalMs)
  const shortlyBefore = (ms: number) => new Date(Math.max(0, hello.at.getTime() - ms))
  await db
    .updateTable('controllers')
    .set({
      connectionId: hello.connectionId,
      connectedSince: sql<Date>`CASE
        WHEN last_seen_at >= ${shortlyBefore(settleMs)}::timestamptz AND connected_since > ${shortlyBefore(settleMs * settlesOncePer)}::timestamptz
        THEN connected_since ELSE ${hello.at}::timestamptz END`,
      version: hello.version,
      ipAddress: hello.ipAddress,
      pollIntervalMs: hello.pollIntervalMs,
      clockOffsetMs: hello.clockOffsetMs,
      spool: JSON.stringify(hello.spool),
      sealingKey: hello.sealing?.key ?? null,
      sealingProof: hello.sealing?.proof ?? null,
      lastSeenAt: hello.at,
    })
    .where('id', '=', controllerId)
    .execute()
}

/** Samples that boxes dropped because they could not send or keep them, by what each said when it last connected. */
export async function sumSpoolLosses(db: Queryable): Promise<number> {
  const { rows } = await sql<{ samples: number }>`
    SELECT coalesce(sum(greatest(0, (spool ->> 'droppedSamples')::numeric)), 0)::float8 AS samples
    FROM controllers WHERE revoked_at IS NULL`.execute(db)
  return rows[0]?.samples ?? 0
}

/** How well the box can keep what it measures, beside what its hello said of the spool. */
export async function recordMemory(db: Queryable, controllerId: string, memory: MemoryState): Promise<void> {
  await sql`
    UPDATE controllers SET spool = coalesce(spool, '{}'::jsonb) || ${JSON.stringify({ memory })}::jsonb
    WHERE id = ${controllerId}`.execute(db)
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

/** The line has ended: anyone who asks the box something is answered at once that it is away. Another line that has taken over stays noted. */
export async function recordHangUp(db: Queryable, controllerId: string, connectionId: string): Promise<void> {
  await db
    .updateTable('controllers')
    .set({ connectionId: null })
    .where('id', '=', controllerId)
    .where('connectionId', '=', connectionId)
    .execute()
}
