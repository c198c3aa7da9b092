import { type Kysely, sql } from 'kysely'

/** How fast the boxes gave way, and the time above limit and capacity. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE power_events ADD COLUMN took_ms int4`.execute(db)
  for (const table of ['power_5m', 'power_1h'])
    await sql`
      ALTER TABLE ${sql.table(table)} ADD COLUMN over_limit_ms int8, ADD COLUMN over_capacity_ms int8`.execute(
      db,
    )
}
