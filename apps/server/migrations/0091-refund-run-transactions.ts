import { type Kysely, sql } from 'kysely'

/** The unsigned transaction of a run of refunds in Bitcoin, as runs of payouts have one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE refund_runs
      ADD COLUMN psbt text,
      ADD COLUMN fee_rate_milli_sat bigint,
      ADD COLUMN fee_sat bigint,
      ADD COLUMN change_sat bigint,
      ADD COLUMN change_index integer,
      ADD COLUMN inputs integer,
      ADD COLUMN anchor text,
      ADD CHECK (psbt IS NULL OR way = 'bitcoin')`.execute(db)
}
