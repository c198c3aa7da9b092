import { type Kysely, sql } from 'kysely'

/** Every payment before the delivery has an invoice of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE invoices
      DROP CONSTRAINT invoices_kind_check,
      ADD CONSTRAINT invoices_kind_check CHECK (kind IN ('invoice', 'prepayment', 'credit'))`.execute(db)
}
