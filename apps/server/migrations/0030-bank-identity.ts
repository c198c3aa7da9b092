import { type Kysely, sql } from 'kysely'

/** What identifies an entry of a bank statement beside its amount and text, and whether the bank takes something back with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE bank_entries
      ADD COLUMN bank_reference text,
      ADD COLUMN transaction_reference text,
      ADD COLUMN end_to_end_id text,
      ADD COLUMN batch_total_cents int8,
      ADD COLUMN is_return boolean NOT NULL DEFAULT false,
      ADD COLUMN source text NOT NULL DEFAULT 'camt' CHECK (source IN ('camt', 'mt940'))`.execute(db)
  await sql`UPDATE bank_entries SET is_return = true WHERE why = 'reversal'`.execute(db)
  await sql`CREATE INDEX bank_entries_day ON bank_entries (account_iban, booked_on)`.execute(db)
  await sql`CREATE INDEX bank_entries_bank_reference ON bank_entries (bank_reference) WHERE bank_reference IS NOT NULL`.execute(
    db,
  )
}
