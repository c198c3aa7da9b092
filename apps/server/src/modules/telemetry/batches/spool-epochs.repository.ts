import { SpoolMarkSchema } from '@shipminer/contract/uplink'
import type { KnownEpoch, SpoolMark } from '@shipminer/domain/fleet/spool-identity'
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/store.ts'

/** Epochs kept of one controller; two boxes with one key would make some every hour. */
const keptEpochs = 50

export type EpochRow = KnownEpoch & { id: number; epoch: string }

function present(row: {
  id: number
  epoch: string
  replacedAt: Date | null
  lastSeq: number
  lastSavedSeq: number
  keptMark: unknown
  givenMark: unknown
}): EpochRow {
  return {
    id: row.id,
    epoch: row.epoch,
    isCurrent: row.replacedAt === null,
    lastSeq: row.lastSeq,
    lastSavedSeq: row.lastSavedSeq,
    kept: SpoolMarkSchema.safeParse(row.keptMark).data ?? null,
    given: SpoolMarkSchema.safeParse(row.givenMark).data ?? null,
  }
}

/** One epoch of a controller, or without `epoch` its current one. */
export async function findEpoch(
  db: Queryable,
  controllerId: string,
  epoch?: string,
): Promise<EpochRow | null> {
  const row = await db
    .selectFrom('spoolEpochs')
    .select(['id', 'epoch', 'replacedAt', 'lastSeq', 'lastSavedSeq', 'keptMark', 'givenMark'])
    .where('controllerId', '=', controllerId)
    .$if(epoch !== undefined, (query) => query.where('epoch', '=', epoch ?? ''))
    .$if(epoch === undefined, (query) => query.where('replacedAt', 'is', null))
    .executeTakeFirst()
  return row ? present(row) : null
}

/** Starts an epoch in place of the current one. The caller holds the lock of the controller. */
export async function startEpoch(
  trx: Queryable,
  start: { controllerId: string; epoch: string; at: Date },
): Promise<number> {
  const { controllerId, epoch, at } = start
  await trx
    .updateTable('spoolEpochs')
    .set({ replacedAt: at })
    .where('controllerId', '=', controllerId)
    .where('replacedAt', 'is', null)
    .execute()
  const { id } = await trx
    .insertInto('spoolEpochs')
    .values({ controllerId, epoch, startedAt: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    DELETE FROM spool_epochs WHERE controller_id = ${controllerId} AND id <= (
      SELECT id FROM spool_epochs WHERE controller_id = ${controllerId} ORDER BY id DESC OFFSET ${keptEpochs} LIMIT 1)`.execute(
    trx,
  )
  return id
}

/** `kept`: what the spool showed; the mark of this welcome may not reach it. */
export async function giveMark(
  trx: Queryable,
  epochId: number,
  { kept, given }: { kept: SpoolMark | null; given: SpoolMark },
): Promise<void> {
  await trx
    .updateTable('spoolEpochs')
    .set({ keptMark: kept && JSON.stringify(kept), givenMark: JSON.stringify(given) })
    .where('id', '=', epochId)
    .execute()
}

/** Only while it is still the mark given last. */
export async function keepMark(db: Queryable, epochId: number, mark: SpoolMark): Promise<void> {
  await sql`
    UPDATE spool_epochs SET kept_mark = given_mark
    WHERE id = ${epochId}::int8 AND given_mark = ${JSON.stringify(mark)}::jsonb`.execute(db)
}
