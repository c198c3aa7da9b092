import { type Kysely, sql } from 'kysely'

/** The mails of a person are found by their addresses, in whatever letters. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX mails_mailbox ON mails (lower(recipient), created_at)`.execute(db)
}
