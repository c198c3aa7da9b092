import { type Kysely, sql } from 'kysely'

/** The weeks whose summary was decided on, so that none is mailed twice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE weekly_mails (
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      week text NOT NULL,
      decided_at timestamptz NOT NULL,
      PRIMARY KEY (user_id, week)
    )`.execute(db)
}
