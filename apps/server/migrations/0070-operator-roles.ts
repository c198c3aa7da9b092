import { type Kysely, sql } from 'kysely'

/** What each operator is there for. Whoever was one before may do what they could: all of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE operator_secrets ADD COLUMN role text NOT NULL DEFAULT 'owner'
      CHECK (role IN ('owner', 'sales', 'service', 'bookkeeper', 'read-only'))`.execute(db)
}
