import { type Kysely, sql } from 'kysely'

/** With which key logins of miners are sealed for a box, and which of them it keeps. The logins themselves are on board only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE controllers
      ADD COLUMN sealing_key text,
      ADD COLUMN sealing_proof text,
      ADD COLUMN logins jsonb`.execute(db)
}
