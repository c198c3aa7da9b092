import { type Kysely, sql } from 'kysely'

/** When controllers had no line to shore: what was measured then came later, and charts mark it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE away_spans (
      controller_id text NOT NULL REFERENCES controllers ON DELETE CASCADE,
      from_at timestamptz NOT NULL,
      to_at timestamptz NOT NULL,
      PRIMARY KEY (controller_id, to_at)
    )`.execute(db)
}
