import { type Kysely, sql } from 'kysely'

/** Why the money of a payment, which is known, could not be booked on its order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE payment_intents ADD COLUMN unbooked_reason text`.execute(db)
  await sql`CREATE INDEX payment_intents_unbooked ON payment_intents (id) WHERE unbooked_reason IS NOT NULL`.execute(
    db,
  )
}
