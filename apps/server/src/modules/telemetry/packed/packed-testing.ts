import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/store.ts'
import { sumColumns } from '../telemetry-sums.ts'
import { decodeDay } from './day-codec.ts'

/** Makes rows again of all that is packed, and adds them to those that are there: for who looks at `miner_5m` by SQL. */
export async function unpackDays(db: Queryable): Promise<void> {
  const added = {
    sum: (column: string) => `m.${column} + excluded.${column}`,
    known: (column: string) => `coalesce(m.${column} + excluded.${column}, m.${column}, excluded.${column})`,
    max: (column: string) => `greatest(m.${column}, excluded.${column})`,
  }
  const names = sql.raw(sumColumns.map(({ column }) => column).join(', '))
  const merged = sql.raw(sumColumns.map(({ column, add }) => `${column} = ${added[add](column)}`).join(', '))
  for (const { controllerId, minerId, day, block } of await db
    .selectFrom('packedDays')
    .selectAll()
    .execute()) {
    const buckets = decodeDay(Date.parse(day), block)
    if (!buckets) throw new Error(`${day} of miner ${minerId} is broken`)
    for (const { at, mask, sums } of buckets)
      await sql`
        INSERT INTO miner_5m AS m (controller_id, miner_id, bucket, mask, ${names})
        VALUES (${controllerId}, ${minerId}, ${new Date(at)}, ${mask}, ${sql.join(sumColumns.map(({ field }) => sums[field]))})
        ON CONFLICT (controller_id, miner_id, bucket) DO UPDATE SET mask = m.mask | excluded.mask, ${merged}`.execute(
        db,
      )
  }
  await db.deleteFrom('packedDays').execute()
}
