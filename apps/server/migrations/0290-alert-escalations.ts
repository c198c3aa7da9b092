import { type Kysely, sql } from 'kysely'

/** Whom critical alerts go to that nobody acknowledges: a mailbox, or somebody of the crew. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE alert_escalations (
      user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      after_minutes int NOT NULL CHECK (after_minutes > 0),
      email text,
      member_id uuid REFERENCES users ON DELETE CASCADE,
      chosen_at timestamptz NOT NULL,
      CHECK ((email IS NULL) <> (member_id IS NULL))
    )`.execute(db)
  await sql`CREATE INDEX alert_escalations_member ON alert_escalations (member_id)`.execute(db)
  await sql`ALTER TABLE alerts ADD COLUMN escalated_at timestamptz`.execute(db)
  await sql`
    CREATE INDEX alerts_to_escalate ON alerts (controller_id)
    WHERE status = 'active' AND severity = 'critical' AND escalated_at IS NULL`.execute(db)
}
