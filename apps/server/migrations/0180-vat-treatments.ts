import { type Kysely, sql } from 'kysely'

/** Treatments of an order's VAT that a person chooses, with what they rest on, and the rate in the price that was agreed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE orders
      DROP CONSTRAINT orders_vat_case_check,
      ADD CONSTRAINT orders_vat_case_check CHECK (vat_case IN (
        'fitted', 'sent', 'sent-afar', 'reverse-charge', 'local', 'intra-community', 'distance', 'export')),
      ADD COLUMN agreed_vat_percent int,
      ADD COLUMN vat_country text CHECK (vat_country ~ '^[A-Z]{2}$'),
      ADD COLUMN seller_vat_id text,
      ADD COLUMN vat_evidence text,
      ADD COLUMN vat_chosen_at timestamptz,
      ADD COLUMN vat_chosen_by text`.execute(db)
  await sql`
    CREATE INDEX orders_sent_afar ON orders (placed_at) WHERE vat_case = 'sent-afar'`.execute(db)
}
