import { type Kysely, sql } from 'kysely'

/** Whether a box could not read its settings, or the result of its check at commissioning; null: it does not say. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE power_state ADD COLUMN settings_lost boolean, ADD COLUMN check_lost boolean`.execute(
    db,
  )
}
