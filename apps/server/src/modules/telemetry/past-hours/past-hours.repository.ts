import { sql } from 'kysely'
import type { Queryable, Trx } from '../../../platform/db/store.ts'
import { dayMs } from '../partitions/partitions.ts'
import { mergeConflict } from '../telemetry.repository.ts'
import { sumColumns } from '../telemetry-sums.ts'

const names = sql.raw(sumColumns.map(({ column }) => column).join(', '))

/** Hours of one controller in one UTC day. */
export type ControllerDay = { controllerId: string; dayAt: number }

/** The next controller, in order, with hours of before `beforeMs` that were not moved, and the oldest day of them. */
export async function nextUnmoved(
  db: Queryable,
  beforeMs: number,
  behind: ControllerDay | null,
): Promise<ControllerDay | null> {
  const old = sql`bucket < ${new Date(beforeMs)}`
  const { rows } = await sql<{ controllerId: string; oldestS: number }>`
    SELECT controller_id, extract(epoch FROM min(bucket))::int8 AS oldest_s FROM miner_1h
    WHERE ${old} AND controller_id = (
      SELECT controller_id FROM miner_1h WHERE ${old} AND controller_id > ${behind?.controllerId ?? ''} ORDER BY controller_id LIMIT 1)
    GROUP BY controller_id`.execute(db)
  const [next] = rows
  return next
    ? { controllerId: next.controllerId, dayAt: Math.floor((next.oldestS * 1000) / dayMs) * dayMs }
    : null
}

/** Moves the hours of a controller's day to their place, adding those that came late. The caller holds the lock of the controller. */
export async function moveHours(trx: Trx, { controllerId, dayAt }: ControllerDay): Promise<void> {
  await sql`
    WITH taken AS (
      DELETE FROM miner_1h WHERE controller_id = ${controllerId} AND bucket >= ${new Date(dayAt)} AND bucket < ${new Date(dayAt + dayMs)}
      RETURNING controller_id, miner_id, bucket, ${names}
    )
    INSERT INTO past_hours AS m (controller_id, miner_id, bucket, ${names}) SELECT * FROM taken ORDER BY miner_id, bucket
    ON CONFLICT (controller_id, miner_id, bucket) DO UPDATE SET ${mergeConflict}`.execute(trx)
}

/** Partitions of hours that end before a time and take room. */
export async function listFullMonths(db: Queryable, beforeMs: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'miner_1h'::regclass AND c.relname ~ '^miner_1h_\\d{6}$' AND pg_relation_size(c.oid) > 0 ORDER BY 1`.execute(
    db,
  )
  const endOf = (name: string) => Date.UTC(Number(name.slice(-6, -2)), Number(name.slice(-2)), 1)
  return rows.map(({ name }) => name).filter((name) => endOf(name) <= beforeMs)
}
