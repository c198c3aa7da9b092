import { type Kysely, sql } from 'kysely'

/** How long the amount in coin of a claim holds, and codes that prove the mailbox of an order before a large refund goes anywhere. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE refunds ADD COLUMN claim_holds_until timestamptz`.execute(db)
  await sql`UPDATE refunds SET claim_holds_until = claimed_at + interval '3 days' WHERE claim_amount IS NOT NULL`.execute(
    db,
  )
  await sql`ALTER TABLE refunds ADD CHECK ((claim_amount IS NULL) = (claim_holds_until IS NULL))`.execute(db)
  await sql`
    CREATE INDEX refunds_holding ON refunds (claim_holds_until)
    WHERE claim_holds_until IS NOT NULL AND status = 'requested' AND run_id IS NULL`.execute(db)
  await sql`
    CREATE TABLE refund_codes (
      order_id uuid PRIMARY KEY REFERENCES orders (id),
      code_hash bytea,
      guesses integer NOT NULL,
      expires_at timestamptz NOT NULL,
      first_sent_at timestamptz NOT NULL,
      sent integer NOT NULL
    )`.execute(db)
}
