import { type Kysely, sql } from 'kysely'

/** What was known of a box and its miners at a moment, kept because somebody at the desk asked for it. It goes with its owner and its box. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE diagnostic_sets (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      order_id uuid NOT NULL,
      controller_id text NOT NULL REFERENCES controllers ON DELETE CASCADE,
      owner_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      ship_name text,
      taken_at timestamptz NOT NULL,
      taken_by text NOT NULL,
      reason text NOT NULL,
      data jsonb NOT NULL,
      UNIQUE (order_id, controller_id)
    )`.execute(db)
  await sql`CREATE INDEX diagnostic_sets_taken ON diagnostic_sets (taken_at)`.execute(db)
  await sql`CREATE INDEX diagnostic_sets_box ON diagnostic_sets (controller_id)`.execute(db)
  await sql`CREATE INDEX diagnostic_sets_owner ON diagnostic_sets (owner_id)`.execute(db)
}
