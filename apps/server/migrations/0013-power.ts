import { type Kysely, sql } from 'kysely'

/** The power budget of ships: what the follower on board said, and what owners set. Energy as watt seconds, so that sums are exact. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE power_settings (
      ship_id uuid PRIMARY KEY REFERENCES ships ON DELETE CASCADE,
      version int NOT NULL,
      settings jsonb NOT NULL,
      changed_at timestamptz NOT NULL,
      changed_by uuid REFERENCES users ON DELETE SET NULL
    )`.execute(db)
  await sql`
    CREATE TABLE power_state (
      controller_id text PRIMARY KEY REFERENCES controllers ON DELETE CASCADE,
      sample jsonb,
      sampled_at timestamptz,
      received_at timestamptz,
      effective jsonb,
      effective_version int
    ) WITH (fillfactor = 50)`.execute(db)
  for (const table of ['power_5m', 'power_1h']) {
    await sql`
      CREATE TABLE ${sql.table(table)} (
        controller_id text NOT NULL REFERENCES controllers ON DELETE CASCADE,
        bucket timestamptz NOT NULL,
        seconds int8 NOT NULL,
        generator_ws int8,
        generator_seconds int8 NOT NULL,
        ship_ws int8,
        ship_seconds int8 NOT NULL,
        mining_ws int8,
        mining_seconds int8 NOT NULL,
        allowed_ws int8,
        allowed_seconds int8 NOT NULL,
        used_ws int8,
        curtailed_seconds int8 NOT NULL,
        curtailed_ws int8,
        PRIMARY KEY (controller_id, bucket)
      )`.execute(db)
  }
  await sql`
    CREATE TABLE power_events (
      id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      controller_id text NOT NULL REFERENCES controllers ON DELETE CASCADE,
      at timestamptz NOT NULL,
      kind text NOT NULL,
      device_key text,
      watts int
    )`.execute(db)
  await sql`CREATE INDEX power_events_at ON power_events (controller_id, at DESC)`.execute(db)
}
