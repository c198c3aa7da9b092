import { type Kysely, sql } from 'kysely'

/**
 * What is needed to change the server's own key: since when which one is in force, and which hashes need an earlier one still. The key of
 * push messages is kept, because browsers have subscribed to it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE secret_keys (print text PRIMARY KEY, since timestamptz NOT NULL)`.execute(db)
  await sql`
    CREATE TABLE push_keys (
      id int PRIMARY KEY DEFAULT 1 CHECK (id = 1),
      sealed_key text NOT NULL
    )`.execute(db)
  await sql`ALTER TABLE controllers ADD COLUMN claim_key_print text`.execute(db)
  await sql`ALTER TABLE controller_transfers ADD COLUMN claim_key_print text`.execute(db)
  await sql`ALTER TABLE recovery_codes ADD COLUMN key_print text`.execute(db)
}
