import { type Kysely, sql } from 'kysely'

/** Keys that sign orders to boxes, apart from the server's own key: each with what makes boxes of the one before take it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE command_keys (
      id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      public_key text NOT NULL UNIQUE,
      sealed_seed text,
      succession text,
      created_at timestamptz NOT NULL,
      ended_at timestamptz,
      CHECK ((sealed_seed IS NULL) = (ended_at IS NOT NULL))
    )`.execute(db)
  await sql`ALTER TABLE controllers ADD COLUMN command_key text`.execute(db)
}
