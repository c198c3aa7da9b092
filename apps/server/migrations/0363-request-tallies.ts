import { type Kysely, sql } from 'kysely'

/** What each copy of the server has let through of a client that asks a call often, for the other copies. A crash may forget them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE UNLOGGED TABLE request_tallies (
      key bytea NOT NULL,
      copy uuid NOT NULL,
      count int NOT NULL,
      until timestamptz NOT NULL,
      PRIMARY KEY (key, copy)
    ) WITH (fillfactor = 70)`.execute(db)
}
