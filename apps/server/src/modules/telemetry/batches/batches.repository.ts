import type { BoardEvent } from '@shipminer/contract/uplink'
import { sql } from 'kysely'
import { keptPlan } from '../../../platform/db/statements/kept-plan.ts'
import type { Queryable } from '../../../platform/db/store.ts'

/** Digests are kept of the highest numbers of an epoch, and of what was stored within the last minutes. */
const keptDigests = 4_096
const keptDigestMs = 10 * 60_000
/** How often old digests are removed: at each number that this divides. */
const pruneEvery = 256

/** What a batch is known by. */
export type BatchIdentity = {
  controllerId: string
  epochId: number
  seq: number
  /** Of its content. */
  digest: Uint8Array
  /** It was in the box's working memory only. */
  isHeld: boolean
  at: Date
}

/**
 * Records that a batch is being stored; the caller holds the lock of the controller.
 * @returns `duplicate` only with proof, which is the same content under the same number, in this epoch or one before; `conflict` when this
 * epoch used the number for other content. A number whose digest was removed is `new`: samples that are there count once anyway.
 */
export async function claimSequence(
  trx: Queryable,
  { controllerId, epochId, seq, digest, isHeld, at }: BatchIdentity,
): Promise<'new' | 'duplicate' | 'conflict' | 'unsaved'> {
  const { rows } = await sql<{ same: boolean; other: boolean; isSaved: boolean }>`${keptPlan}
    WITH known AS (
      SELECT coalesce(bool_or(digest = ${digest}), false) AS same,
             coalesce(bool_or(epoch_id = ${epochId}::int8 AND digest <> ${digest}), false) AS other
      FROM batch_digests WHERE controller_id = ${controllerId} AND seq = ${seq}::int8
    ), added AS (
      INSERT INTO batch_digests (controller_id, seq, epoch_id, digest, at)
      SELECT ${controllerId}, ${seq}::int8, ${epochId}::int8, ${digest}, ${at}::timestamptz FROM known WHERE NOT same AND NOT other
    ), moved AS (
      UPDATE spool_epochs SET last_seq = greatest(last_seq, ${seq}::int8),
        last_saved_seq = greatest(last_saved_seq, ${isHeld ? 0 : seq}::int8) FROM known
      WHERE id = ${epochId}::int8 AND NOT known.other
    )
    SELECT same, other,
           ${seq}::int8 <= coalesce((SELECT last_saved_seq FROM spool_epochs WHERE id = ${epochId}::int8), 0) AS is_saved
    FROM known`.execute(trx)
  const [known] = rows
  if (known?.other) return known.isSaved ? 'conflict' : 'unsaved'
  if (known?.same) return 'duplicate'
  if (seq % pruneEvery === 0)
    await sql`
      DELETE FROM batch_digests d USING spool_epochs e
      WHERE e.id = d.epoch_id AND d.controller_id = ${controllerId} AND d.seq <= e.last_seq - ${keptDigests}
        AND d.at < ${new Date(at.getTime() - keptDigestMs)}`.execute(trx)
  return 'new'
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
