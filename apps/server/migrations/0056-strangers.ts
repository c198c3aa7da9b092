import { type Kysely, sql } from 'kysely'

/** What answers on miners' ports of a ship and is not known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE strangers (
      id int4 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      controller_id text NOT NULL REFERENCES controllers ON DELETE CASCADE,
      key text NOT NULL,
      address text NOT NULL,
      guess text,
      ports jsonb NOT NULL,
      first_seen_at timestamptz NOT NULL,
      last_seen_at timestamptz NOT NULL,
      is_silent boolean NOT NULL DEFAULT false,
      name text,
      is_watched boolean NOT NULL DEFAULT false,
      UNIQUE (controller_id, key)
    )`.execute(db)
  await sql`CREATE INDEX strangers_watched ON strangers (controller_id) WHERE is_watched`.execute(db)
}
