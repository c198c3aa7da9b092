import { type Kysely, sql } from 'kysely'

/** What the desk reads of thousands of miners at once without opening what each told of itself, and controllers on their way to a new owner. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE miners ADD COLUMN expected_ghs numeric
      GENERATED ALWAYS AS (jsonb_path_query_first(detail, '$.expectedHashrateGhs ? (@ >= 0 && @ < 1000000000000)')::numeric) STORED`.execute(
    db,
  )
  await sql`CREATE INDEX alerts_unresolved ON alerts (miner_id, controller_id) WHERE status <> 'resolved'`.execute(
    db,
  )
  // Values of single miners from before are of an owner before: nobody is shown them.
  await sql`ALTER TABLE controllers ADD COLUMN history_from timestamptz`.execute(db)
  await sql`
    CREATE TABLE controller_transfers (
      controller_id text PRIMARY KEY REFERENCES controllers ON DELETE CASCADE,
      claim_key_hash bytea NOT NULL UNIQUE,
      started_at timestamptz NOT NULL
    )`.execute(db)
}
