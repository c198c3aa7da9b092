import { type Kysely, sql } from 'kysely'

/**
 * Hours of days that are over, where they no longer change: written once, full, and of each miner beside each other. `miner_1h` has those that
 * still do. What fills eight bytes comes first, so that nothing is lost between.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE past_hours (
      bucket timestamptz NOT NULL,
      hash_gh int8 NOT NULL,
      blind_hash_gh int8 NOT NULL,
      energy_j int8 NOT NULL,
      difficulty_milli int8 NOT NULL,
      miner_id int NOT NULL,
      accepted int4,
      rejected int4,
      stale int4,
      n int4 NOT NULL,
      difficulty_n int4 NOT NULL,
      seconds int4 NOT NULL,
      mining_seconds int4 NOT NULL,
      hashrate_seconds int4 NOT NULL,
      power_seconds int4 NOT NULL,
      temp_max_dc int2,
      controller_id text NOT NULL,
      PRIMARY KEY (controller_id, miner_id, bucket)
    ) PARTITION BY RANGE (bucket)`.execute(db)
}
