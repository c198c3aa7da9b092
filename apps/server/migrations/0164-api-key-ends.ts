import { type Kysely, sql } from 'kysely'

/** Keys may end, and what they did names them even when they are gone. Keys of before have no end. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE api_keys
      ADD COLUMN ends_at timestamptz,
      ADD COLUMN end_announced_at timestamptz,
      ADD COLUMN end_told_at timestamptz`.execute(db)
  await sql`CREATE INDEX api_keys_ends ON api_keys (ends_at) WHERE end_told_at IS NULL`.execute(db)
  await sql`ALTER TABLE commands ADD COLUMN issued_by_key text`.execute(db)
  await sql`
    ALTER TABLE alerts
      ADD COLUMN acknowledged_by_key text,
      ADD COLUMN resolved_by_key text`.execute(db)
}
