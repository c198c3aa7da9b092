import { type Kysely, sql } from 'kysely'

/** What one operator wants and a second one has to confirm. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE proposals (
      kind text NOT NULL CHECK (kind IN ('refund', 'refund-run', 'rollout', 'account')),
      id text NOT NULL,
      content text NOT NULL,
      proposed_by text NOT NULL,
      proposed_by_id uuid NOT NULL,
      proposed_at timestamptz NOT NULL,
      confirmed_by text,
      confirmed_at timestamptz,
      PRIMARY KEY (kind, id)
    )`.execute(db)
  await sql`CREATE INDEX proposals_open ON proposals (proposed_at) WHERE confirmed_at IS NULL`.execute(db)
}
