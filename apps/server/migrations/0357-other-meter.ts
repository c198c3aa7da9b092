import { type Kysely, sql } from 'kysely'

/** What shows that another meter answers a box than the one that was checked; null: nothing does. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE power_state ADD COLUMN other_meter jsonb`.execute(db)
}
