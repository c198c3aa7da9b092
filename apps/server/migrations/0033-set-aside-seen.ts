import { type Kysely, sql } from 'kysely'

/** Whether an operator has dealt with what was set aside. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE set_aside ADD COLUMN seen_at timestamptz`.execute(db)
  await sql`CREATE INDEX set_aside_unseen ON set_aside (id DESC) WHERE seen_at IS NULL`.execute(db)
}
