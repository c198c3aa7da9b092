import { type Kysely, sql } from 'kysely'

/** Who holds a job, until when, and which claim of a mail is the latest: a copy of the server that lost its claim can no longer settle it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE job_runs
      ADD COLUMN lease_until timestamptz,
      ADD COLUMN token int8 NOT NULL DEFAULT 0`.execute(db)
  await sql`ALTER TABLE mails ADD COLUMN claims int NOT NULL DEFAULT 0`.execute(db)
}
