import { type Kysely, sql } from 'kysely'

/** A mail that was given up and is to stay so: who set it aside, when and why. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE mails
      ADD COLUMN set_aside_at timestamptz,
      ADD COLUMN set_aside_by text,
      ADD COLUMN set_aside_reason text`.execute(db)
}
