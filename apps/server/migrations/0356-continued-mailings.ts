import { type Kysely, sql } from 'kysely'

/** When a message to many that was stopped went on: until then its list was looked through again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE mailings ADD COLUMN continued_at timestamptz`.execute(db)
}
