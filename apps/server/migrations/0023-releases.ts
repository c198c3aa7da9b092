import { type Kysely, sql } from 'kysely'

/** Releases of the controller, and how they reach the ships. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE controller_releases (
      version text PRIMARY KEY,
      manifest text NOT NULL,
      signature text NOT NULL,
      archive bytea NOT NULL,
      published_at timestamptz NOT NULL
    )`.execute(db)
  await sql`
    CREATE TABLE rollouts (
      id uuid PRIMARY KEY,
      version text NOT NULL REFERENCES controller_releases,
      state text NOT NULL,
      stages jsonb NOT NULL,
      stage int4 NOT NULL,
      started_at timestamptz NOT NULL,
      stage_started_at timestamptz NOT NULL,
      report_within_ms int8 NOT NULL,
      tolerated int4 NOT NULL,
      forgiven int4 NOT NULL DEFAULT 0,
      halt_reason text,
      halt_controller_id text
    )`.execute(db)
  // One at a time: two would offer two versions to one ship.
  await sql`
    CREATE UNIQUE INDEX rollouts_under_way ON rollouts ((true))
    WHERE state IN ('running', 'paused', 'halted')`.execute(db)
  await sql`
    CREATE TABLE rollout_members (
      rollout_id uuid NOT NULL REFERENCES rollouts ON DELETE CASCADE,
      controller_id text NOT NULL REFERENCES controllers ON DELETE CASCADE,
      stage int4 NOT NULL,
      state text NOT NULL DEFAULT 'not-reached',
      reason text,
      detail text,
      offered_at timestamptz,
      changed_at timestamptz NOT NULL,
      PRIMARY KEY (rollout_id, controller_id)
    )`.execute(db)
  await sql`CREATE INDEX rollout_members_of ON rollout_members (controller_id)`.execute(db)
}
