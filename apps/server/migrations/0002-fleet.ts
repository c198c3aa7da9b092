import { type Kysely, sql } from 'kysely'

/** What hangs on the ships: controllers, miners, alerts, events on board. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE controllers (
      id text PRIMARY KEY,
      name text NOT NULL,
      location text,
      ship_id uuid REFERENCES ships ON DELETE SET NULL,
      owner_id uuid REFERENCES users ON DELETE SET NULL,
      claim_key_hash bytea NOT NULL UNIQUE,
      claim_key_revoked_at timestamptz,
      claimed_at timestamptz,
      enrolment_token_hash bytea UNIQUE,
      enrolment_expires_at timestamptz,
      enrolled_at timestamptz,
      public_key bytea,
      revoked_at timestamptz,
      version text,
      ip_address text,
      last_seen_at timestamptz,
      connected boolean NOT NULL DEFAULT false,
      connection_id uuid,
      poll_interval_ms int,
      clock_offset_ms int8,
      stored_batches int8multirange NOT NULL DEFAULT '{}',
      spool jsonb,
      created_at timestamptz NOT NULL DEFAULT now()
    ) WITH (fillfactor = 50)`.execute(db)
  await sql`CREATE INDEX controllers_owner_id ON controllers (owner_id)`.execute(db)
  await sql`
    CREATE TABLE miners (
      id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      controller_id text NOT NULL REFERENCES controllers ON DELETE CASCADE,
      device_key text NOT NULL,
      name text,
      notes text,
      driver text,
      make text,
      model text,
      firmware text,
      serial text,
      mac_address text,
      hostname text,
      ip_address text,
      port int,
      location text,
      detail jsonb,
      unreachable text,
      observed_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (controller_id, device_key)
    )`.execute(db)
  await sql`
    CREATE TABLE alerts (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      controller_id text NOT NULL REFERENCES controllers ON DELETE CASCADE,
      miner_id int REFERENCES miners ON DELETE CASCADE,
      kind text NOT NULL,
      severity text NOT NULL CHECK (severity IN ('warning', 'critical')),
      status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'acknowledged', 'resolved')),
      raised_at timestamptz NOT NULL,
      acknowledged_at timestamptz,
      acknowledged_by uuid REFERENCES users ON DELETE SET NULL,
      resolved_at timestamptz,
      cleared_at timestamptz,
      detail jsonb
    )`.execute(db)
  // One cause has at most one open alert, until the cause itself is gone.
  await sql`
    CREATE UNIQUE INDEX alerts_open_cause ON alerts (controller_id, miner_id, kind) NULLS NOT DISTINCT
    WHERE cleared_at IS NULL`.execute(db)
  await sql`CREATE INDEX alerts_raised_at ON alerts (controller_id, raised_at DESC)`.execute(db)
  await sql`CREATE INDEX alerts_miner_id ON alerts (miner_id)`.execute(db)
  await sql`
    CREATE TABLE board_events (
      id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      controller_id text NOT NULL REFERENCES controllers ON DELETE CASCADE,
      at timestamptz NOT NULL,
      kind text NOT NULL,
      device_key text,
      count int8,
      received_at timestamptz NOT NULL DEFAULT now()
    )`.execute(db)
  await sql`CREATE INDEX board_events_at ON board_events (controller_id, at DESC)`.execute(db)
}
