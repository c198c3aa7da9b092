import { type Kysely, sql } from 'kysely'

/** What a ship sent and the server cannot store: kept as it came, so that a person can see it. Counters of devices get the room they need. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE set_aside (
      id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      controller_id text NOT NULL REFERENCES controllers ON DELETE CASCADE,
      seq int8 NOT NULL,
      at timestamptz NOT NULL,
      list text NOT NULL,
      row_count int NOT NULL,
      reason text NOT NULL,
      content text NOT NULL
    )`.execute(db)
  await sql`CREATE INDEX set_aside_controller ON set_aside (controller_id, id DESC)`.execute(db)
  // Beyond what is kept for one controller only the number of rows is known.
  await sql`ALTER TABLE controllers ADD COLUMN set_aside_unkept int8 NOT NULL DEFAULT 0`.execute(db)
  await sql`ALTER TABLE miner_marks ALTER COLUMN blocks_found TYPE int8`.execute(db)
}
