import { type Kysely, sql } from 'kysely'

/** Recipients of a message to many whose mail can never be written. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE mailing_recipients DROP CONSTRAINT mailing_recipients_skipped_check,
    ADD CONSTRAINT mailing_recipients_skipped_check CHECK (skipped IN ('stopped', 'no-longer', 'unreachable', 'failed'))`.execute(
    db,
  )
}
