import { type Kysely, sql } from 'kysely'

/** Days of a ship are cut in its own time zone. Those that are stored already stay as they were cut, in UTC. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE ships ADD COLUMN time_zone text NOT NULL DEFAULT 'Europe/Amsterdam'`.execute(db)
  await sql`
    CREATE VIEW controller_zones AS
      SELECT c.id AS controller_id, coalesce(s.time_zone, 'Europe/Amsterdam') AS time_zone
      FROM controllers c LEFT JOIN ships s ON s.id = c.ship_id`.execute(db)
}
