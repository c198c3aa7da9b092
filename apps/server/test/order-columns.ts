import { type RawBuilder, sql } from 'kysely'
import type { Store } from '../src/platform/db/store.ts'

/** The columns of orders that a statement may write: all but what the database makes of the others. */
export async function orderColumns(db: Store['db']): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ name: string }>`
    SELECT attname AS name FROM pg_attribute
    WHERE attrelid = 'orders'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`.execute(
    db,
  )
  return sql.join(rows.map(({ name }) => sql.raw(`"${name}"`)))
}
