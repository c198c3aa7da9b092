import { type Kysely, sql } from 'kysely'

/** Refunds that were dropped are compared with what was imported of late, and with nothing else. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX refunds_dropped ON refunds (amount_cents)
    WHERE status = 'dropped' AND claim_way = 'bank' AND transfer_reference IS NOT NULL`.execute(db)
  await sql`CREATE INDEX bank_entries_outgoing_new ON bank_entries (imported_at) WHERE amount_cents < 0`.execute(
    db,
  )
}
