import { type Kysely, sql } from 'kysely'

/** Which operator made a payout run, so that it can be told whether another one confirms it. Unknown for runs of before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE payout_runs ADD COLUMN created_by_id uuid`.execute(db)
}
