import { type Kysely, sql } from 'kysely'

/** What a box said of itself when a set of diagnostics was taken; sets of before did not ask. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE diagnostic_sets ADD COLUMN board jsonb, ADD COLUMN board_asked boolean NOT NULL DEFAULT false`.execute(
    db,
  )
}
