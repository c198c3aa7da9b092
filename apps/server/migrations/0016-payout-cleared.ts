import { type Kysely, sql } from 'kysely'

/** Payout addresses that were asked for before anybody had proven to be the owner are cleared when the owner does. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE payout_address_events
      DROP CONSTRAINT payout_address_events_kind_check,
      ADD CONSTRAINT payout_address_events_kind_check CHECK (kind IN ('requested', 'cancelled', 'cleared'))`.execute(
    db,
  )
}
