import { type Kysely, sql } from 'kysely'

/** What alerts need beyond silence: causes that wait for their time, what was seen last of a miner, owners' rules, and who was told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE alerts DROP CONSTRAINT alerts_severity_check`.execute(db)
  await sql`ALTER TABLE alerts ADD CONSTRAINT alerts_severity_check CHECK (severity IN ('info', 'warning', 'critical'))`.execute(
    db,
  )
  await sql`
    ALTER TABLE alerts
      ADD COLUMN told_at timestamptz,
      ADD COLUMN resolved_by uuid REFERENCES users ON DELETE SET NULL`.execute(db)
  await sql`UPDATE alerts SET told_at = raised_at`.execute(db)
  await sql`CREATE INDEX alerts_untold ON alerts (raised_at) WHERE told_at IS NULL`.execute(db)
  await sql`
    CREATE TABLE alert_waiting (
      controller_id text NOT NULL REFERENCES controllers ON DELETE CASCADE,
      miner_id int REFERENCES miners ON DELETE CASCADE,
      kind text NOT NULL,
      since timestamptz NOT NULL
    )`.execute(db)
  await sql`
    CREATE UNIQUE INDEX alert_waiting_cause ON alert_waiting (controller_id, miner_id, kind) NULLS NOT DISTINCT`.execute(
    db,
  )
  await sql`
    CREATE TABLE miner_marks (
      miner_id int PRIMARY KEY REFERENCES miners ON DELETE CASCADE,
      pool text,
      blocks_found int
    )`.execute(db)
  await sql`
    CREATE TABLE alert_rules (
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      kind text NOT NULL,
      enabled boolean NOT NULL,
      "limit" float8,
      for_seconds int,
      PRIMARY KEY (user_id, kind)
    )`.execute(db)
  await sql`
    CREATE TABLE alert_channels (
      user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      channels jsonb NOT NULL DEFAULT '{}',
      last_told_at timestamptz
    )`.execute(db)
  await sql`
    CREATE TABLE push_subscriptions (
      endpoint text PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      keys jsonb NOT NULL,
      created_at timestamptz NOT NULL
    )`.execute(db)
  await sql`CREATE INDEX push_subscriptions_user ON push_subscriptions (user_id)`.execute(db)
  await sql`
    CREATE TABLE alert_deliveries (
      id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      channel text NOT NULL CHECK (channel IN ('telegram', 'webhook', 'push')),
      target text NOT NULL,
      body text NOT NULL,
      attempts int NOT NULL DEFAULT 0,
      next_attempt_at timestamptz NOT NULL,
      created_at timestamptz NOT NULL,
      last_error text
    )`.execute(db)
  await sql`CREATE INDEX alert_deliveries_due ON alert_deliveries (next_attempt_at)`.execute(db)
}
