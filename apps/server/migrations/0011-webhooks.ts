import { type Kysely, sql } from 'kysely'

/** Where messages go, the outbox they wait in, and every try to deliver one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE webhook_endpoints (
      id uuid PRIMARY KEY,
      url text NOT NULL,
      sealed_secret bytea NOT NULL,
      created_by uuid REFERENCES users ON DELETE SET NULL,
      created_at timestamptz NOT NULL,
      disabled_at timestamptz,
      disabled_because text
    )`.execute(db)
  await sql`
    CREATE UNIQUE INDEX webhook_endpoints_one_active ON webhook_endpoints ((true)) WHERE disabled_at IS NULL`.execute(
    db,
  )
  await sql`
    CREATE TABLE webhook_deliveries (
      id text PRIMARY KEY,
      endpoint_id uuid NOT NULL REFERENCES webhook_endpoints,
      type text NOT NULL,
      body text NOT NULL,
      created_at timestamptz NOT NULL,
      status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'delivered', 'failed')),
      attempts int NOT NULL DEFAULT 0,
      round int NOT NULL DEFAULT 0,
      next_attempt_at timestamptz,
      last_status_code int,
      last_error text,
      delivered_at timestamptz
    )`.execute(db)
  await sql`
    CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_attempt_at) WHERE status = 'queued'`.execute(
    db,
  )
  await sql`CREATE INDEX webhook_deliveries_created ON webhook_deliveries (created_at)`.execute(db)
  await sql`
    CREATE TABLE webhook_attempts (
      id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      delivery_id text NOT NULL REFERENCES webhook_deliveries ON DELETE CASCADE,
      at timestamptz NOT NULL,
      duration_ms int NOT NULL,
      status_code int,
      error text
    )`.execute(db)
  await sql`CREATE INDEX webhook_attempts_delivery ON webhook_attempts (delivery_id, id)`.execute(db)
}
