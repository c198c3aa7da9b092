import { type Kysely, sql } from 'kysely'

/** An import asks for its own entries while it books them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX bank_entries_import ON bank_entries (import_id) WHERE import_id IS NOT NULL`.execute(
    db,
  )
}
