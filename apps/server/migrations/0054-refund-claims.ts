import { type Kysely, sql } from 'kysely'

/** Where the buyer of an order wants a refund to go, and the amount in coin that holds since then. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE refunds
      ADD COLUMN claimed_at timestamptz,
      ADD COLUMN claim_way text CHECK (claim_way IN ('bank', 'bitcoin', 'evm')),
      ADD COLUMN claim_network text,
      ADD COLUMN claim_to text,
      ADD COLUMN claim_name text,
      ADD COLUMN claim_amount text,
      ADD COLUMN claim_rate text,
      ADD CHECK ((claimed_at IS NULL) = (claim_way IS NULL) AND (claimed_at IS NULL) = (claim_to IS NULL)),
      ADD CHECK ((claim_way = 'bank') = (claim_amount IS NULL)),
      ADD CHECK ((claim_amount IS NULL) = (claim_rate IS NULL) AND (claim_amount IS NULL) = (claim_network IS NULL))`.execute(
    db,
  )
}
