import { type Kysely, sql } from 'kysely'

/** Refunds that are paid together: a file of transfers for the bank, or a list of outputs for a wallet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE refund_runs (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      way text NOT NULL CHECK (way IN ('bank', 'bitcoin')),
      created_at timestamptz NOT NULL,
      created_by text NOT NULL,
      file text NOT NULL
    )`.execute(db)
  await sql`
    ALTER TABLE refunds
      ADD COLUMN run_id bigint REFERENCES refund_runs (id),
      ADD COLUMN transfer_reference text UNIQUE`.execute(db)
  await sql`CREATE INDEX refunds_run ON refunds (run_id) WHERE run_id IS NOT NULL`.execute(db)
  await sql`CREATE INDEX bank_entries_outgoing ON bank_entries (amount_cents) WHERE amount_cents < 0`.execute(
    db,
  )
}
