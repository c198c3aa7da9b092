import { type Kysely, sql } from 'kysely'

/** Since when a controller is connected: nothing is claimed about its miners until what it kept on board has had time to arrive. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE controllers ADD COLUMN connected_since timestamptz`.execute(db)
}
