import { type Kysely, sql } from 'kysely'

/** Fault reports of owners with what was known of their miners, and what was written about them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE fault_reports (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      reference text NOT NULL UNIQUE,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      ship_id uuid REFERENCES ships ON DELETE SET NULL,
      ship_name text,
      miner_id int4 REFERENCES miners ON DELETE SET NULL,
      miner_name text,
      subject text NOT NULL,
      state text NOT NULL DEFAULT 'waiting-for-us' CHECK (state IN ('waiting-for-us', 'waiting-for-owner', 'closed')),
      outcome text,
      phone text,
      opened_at timestamptz NOT NULL,
      asked_at timestamptz NOT NULL,
      answered_at timestamptz,
      moved_at timestamptz NOT NULL,
      closed_at timestamptz CHECK ((closed_at IS NOT NULL) = (state = 'closed')),
      assigned_to uuid REFERENCES users ON DELETE SET NULL,
      owner_read_id int8 NOT NULL DEFAULT 0,
      data jsonb NOT NULL
    )`.execute(db)
  await sql`CREATE INDEX fault_reports_of ON fault_reports (user_id, opened_at)`.execute(db)
  await sql`CREATE INDEX fault_reports_open ON fault_reports (asked_at) WHERE state <> 'closed'`.execute(db)
  await sql`CREATE INDEX fault_reports_closed ON fault_reports (closed_at) WHERE state = 'closed'`.execute(db)
  await sql`
    CREATE TABLE fault_messages (
      id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      report_id uuid NOT NULL REFERENCES fault_reports ON DELETE CASCADE,
      at timestamptz NOT NULL,
      kind text NOT NULL CHECK (kind IN ('message', 'note', 'closed', 'reopened')),
      by text NOT NULL CHECK (by IN ('owner', 'desk')),
      author text NOT NULL,
      body text
    )`.execute(db)
  await sql`CREATE INDEX fault_messages_of ON fault_messages (report_id, id)`.execute(db)
}
