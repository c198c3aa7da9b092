import { type Kysely, sql } from 'kysely'

/** Pools and the pattern of a worker, under a name of their owner's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE pool_templates (
      id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      name text NOT NULL,
      pools jsonb NOT NULL,
      created_at timestamptz NOT NULL,
      changed_at timestamptz NOT NULL
    )`.execute(db)
  await sql`CREATE INDEX pool_templates_user ON pool_templates (user_id)`.execute(db)
}
