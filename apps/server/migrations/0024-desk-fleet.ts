import { type Kysely, sql } from 'kysely'

/** What the desk reads of thousands of miners at once without opening what each told of itself, and who had a controller when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE miners ADD COLUMN expected_ghs numeric
      GENERATED ALWAYS AS (jsonb_path_query_first(detail, '$.expectedHashrateGhs ? (@ >= 0 && @ < 1000000000000)')::numeric) STORED`.execute(
    db,
  )
  await sql`CREATE INDEX alerts_unresolved ON alerts (miner_id, controller_id) WHERE status <> 'resolved'`.execute(
    db,
  )
}
