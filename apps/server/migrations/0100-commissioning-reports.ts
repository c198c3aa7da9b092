import { type Kysely, sql } from 'kysely'

/** What the checks at commissioning on board found; one for each time that a check ended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE commissioning_reports (
      id int4 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      controller_id text NOT NULL REFERENCES controllers ON DELETE CASCADE,
      finished_at timestamptz NOT NULL,
      received_at timestamptz NOT NULL,
      report jsonb NOT NULL,
      UNIQUE (controller_id, finished_at)
    )`.execute(db)
}
