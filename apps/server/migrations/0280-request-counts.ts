import { type Kysely, sql } from 'kysely'

/** Requests of each client to each call that has a limit of its own, over all copies of the server. A crash may forget them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE UNLOGGED TABLE request_counts (
      key bytea PRIMARY KEY,
      count int NOT NULL,
      until timestamptz NOT NULL
    ) WITH (fillfactor = 70)`.execute(db)
}
