import { type Kysely, sql } from 'kysely'

/**
 * Whether the provider may give orders to an owner's miners: what the owner said, and when; the newest line counts. And which orders came from
 * the provider.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE provider_consents (
      id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      at timestamptz NOT NULL,
      given boolean NOT NULL
    )`.execute(db)
  await sql`CREATE INDEX provider_consents_user ON provider_consents (user_id, id)`.execute(db)
  await sql`ALTER TABLE commands ADD COLUMN by_provider boolean NOT NULL DEFAULT false`.execute(db)
}
