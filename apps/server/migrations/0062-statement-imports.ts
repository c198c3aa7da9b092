import { type Kysely, sql } from 'kysely'

/**
 * Imports of bank statements run in the background: their file, what was decided, how far they are, and their result. Entries know the import that
 * brought them, and whether they looked like ones that were there already.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE statement_imports (
      id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      created_at timestamptz NOT NULL,
      created_by text NOT NULL,
      operator_id uuid,
      file bytea NOT NULL,
      state text NOT NULL CHECK (state IN ('running', 'done', 'failed')),
      total int NOT NULL CHECK (total >= 0),
      done int NOT NULL DEFAULT 0 CHECK (done >= 0),
      statement_ids text[] NOT NULL,
      not_booked int NOT NULL,
      -- What becomes of each entry, compressed, from the decision until the end: an import that was cut off goes on from it.
      decided bytea,
      counts jsonb,
      entries jsonb,
      attempts int NOT NULL DEFAULT 0,
      last_error text,
      finished_at timestamptz
    )`.execute(db)
  await sql`CREATE INDEX statement_imports_running ON statement_imports (id) WHERE state = 'running'`.execute(
    db,
  )
  await sql`
    ALTER TABLE bank_entries
      ADD COLUMN import_id int8 REFERENCES statement_imports,
      ADD COLUMN is_suspect boolean NOT NULL DEFAULT false`.execute(db)
  await sql`UPDATE bank_entries SET is_suspect = true WHERE why = 'looks like an entry that was imported before'`.execute(
    db,
  )
}
