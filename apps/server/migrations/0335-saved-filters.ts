import { type Kysely, sql } from 'kysely'

/** What an owner narrows and orders their list of miners to, under a name; written as in the address of the page. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE saved_filters (
      user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      name text NOT NULL,
      query text NOT NULL,
      saved_at timestamptz NOT NULL,
      PRIMARY KEY (user_id, name)
    )`.execute(db)
}
