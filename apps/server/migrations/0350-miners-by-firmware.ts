import { type Kysely, sql } from 'kysely'

/** The desk lists the miners with one firmware, oldest first, without reading all the others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX miners_firmware ON miners (firmware, id) WHERE hidden_at IS NULL`.execute(db)
}
