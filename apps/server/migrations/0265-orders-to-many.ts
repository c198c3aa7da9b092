import { type Kysely, sql } from 'kysely'

/** Commands that were given together, so that their progress is read at once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE commands ADD COLUMN order_id uuid`.execute(db)
  await sql`CREATE INDEX commands_order ON commands (order_id, miner_id) WHERE order_id IS NOT NULL`.execute(
    db,
  )
}
