import { type Kysely, sql } from 'kysely'

/** Offers that buyers ask for by themselves, at the price of the catalogue. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE offers ADD COLUMN is_own boolean NOT NULL DEFAULT false`.execute(db)
}
