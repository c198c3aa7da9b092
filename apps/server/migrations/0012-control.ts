import { type Kysely, sql } from 'kysely'

/** Commands to ships with everything that became of them, and what else is in a fleet's history. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE commands (
      id uuid PRIMARY KEY,
      controller_id text NOT NULL REFERENCES controllers ON DELETE CASCADE,
      miner_id int REFERENCES miners ON DELETE CASCADE,
      action text NOT NULL,
      parameters jsonb NOT NULL,
      restore_of uuid REFERENCES commands ON DELETE SET NULL,
      state text NOT NULL,
      reason text,
      restorable boolean NOT NULL DEFAULT false,
      issued_by uuid REFERENCES users ON DELETE SET NULL,
      issued_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      finished_at timestamptz,
      order_text text,
      signature text
    )`.execute(db)
  await sql`
    CREATE INDEX commands_open ON commands (controller_id, issued_at) WHERE state IN ('queued', 'sent', 'running')`.execute(
    db,
  )
  await sql`CREATE INDEX commands_miner ON commands (miner_id, issued_at DESC)`.execute(db)
  await sql`CREATE INDEX commands_issued ON commands (controller_id, issued_at DESC)`.execute(db)
  await sql`
    CREATE TABLE change_log (
      id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      controller_id text NOT NULL REFERENCES controllers ON DELETE CASCADE,
      miner_id int REFERENCES miners ON DELETE CASCADE,
      at timestamptz NOT NULL,
      kind text NOT NULL CHECK (kind IN ('connection', 'change')),
      event text NOT NULL,
      actor_id uuid REFERENCES users ON DELETE SET NULL,
      detail text
    )`.execute(db)
  await sql`CREATE INDEX change_log_at ON change_log (controller_id, at DESC)`.execute(db)
  await sql`
    ALTER TABLE miners
      ADD COLUMN capabilities jsonb,
      ADD COLUMN hidden_at timestamptz`.execute(db)
}
