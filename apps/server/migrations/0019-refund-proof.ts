import { type Kysely, sql } from 'kysely'

/** How a refund was paid, with the proof of it: unknown for those that were noted before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE refunds
      ADD COLUMN paid_way text CHECK (paid_way IN ('bank', 'bitcoin', 'evm')),
      ADD COLUMN paid_reference text,
      ADD COLUMN paid_on date,
      ADD COLUMN paid_by text,
      ADD CHECK ((paid_way IS NULL) = (paid_reference IS NULL) AND (paid_way IS NULL) = (paid_on IS NULL)),
      ADD CHECK (paid_way IS NULL OR status = 'paid')`.execute(db)
  await sql`CREATE INDEX refunds_status ON refunds (status, settled_at)`.execute(db)
}
