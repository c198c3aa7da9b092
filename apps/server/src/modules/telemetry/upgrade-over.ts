import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/store.ts'

/** A copy of the version before does not find what is moved: it has this long, since the tables were changed, to be replaced. */
const upgradeLasts = '1 hour'

/** Whether the tables were changed long enough ago for every copy to be of a version that knows them. */
export async function isUpgradeOver(db: Queryable): Promise<boolean> {
  const { rows } = await sql<{ isOver: boolean }>`
    SELECT max("timestamp"::timestamptz) < now() - ${upgradeLasts}::interval AS is_over FROM kysely_migration`.execute(
    db,
  )
  return rows[0]?.isOver ?? false
}
