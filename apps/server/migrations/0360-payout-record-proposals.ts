import { type Kysely, sql } from 'kysely'

/** That a payout was made outside of a run may have to be confirmed by a second operator, too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE proposals DROP CONSTRAINT proposals_kind_check`.execute(db)
  await sql`ALTER TABLE proposals ADD CONSTRAINT proposals_kind_check
    CHECK (kind IN ('refund', 'refund-run', 'rollout', 'resume', 'account', 'payout-record'))`.execute(db)
}
