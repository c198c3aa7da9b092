import { type Kysely, sql } from 'kysely'

/** Why an order has its VAT, and the country it is fitted in; orders of before are fitted in the Netherlands. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE orders
      ALTER COLUMN reverse_charge SET DEFAULT false,
      ADD COLUMN vat_case text NOT NULL DEFAULT 'fitted' CHECK (vat_case IN ('fitted', 'sent', 'sent-afar')),
      ADD COLUMN fitted_in text CHECK (fitted_in ~ '^[A-Z]{2}$')`.execute(db)
  await sql`UPDATE orders SET fitted_in = 'NL'`.execute(db)
}
