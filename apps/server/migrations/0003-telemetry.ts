import { type Kysely, type RawBuilder, sql } from 'kysely'

/**
 * The sums that every telemetry table carries, all of integers so that they are exact. What no sample knew is null or has
 * zero seconds, never a zero value. Types are given by how much one row can gather.
 */
const sums = (seconds: string, shares: string): RawBuilder<unknown> =>
  sql.raw(`
      hash_gh int8 NOT NULL,
      blind_hash_gh int8 NOT NULL,
      energy_j int8 NOT NULL,
      difficulty_milli int8 NOT NULL,
      accepted ${shares},
      rejected ${shares},
      stale ${shares},
      n int4 NOT NULL,
      difficulty_n int4 NOT NULL,
      seconds ${seconds} NOT NULL,
      mining_seconds ${seconds} NOT NULL,
      hashrate_seconds ${seconds} NOT NULL,
      power_seconds ${seconds} NOT NULL,
      temp_max_dc int2`)

/** Telemetry of miners and the roll-ups of their controllers. `controller_id` leads every key: the tables distribute by it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE miner_state (
      controller_id text NOT NULL,
      miner_id int NOT NULL,
      period_seconds int2,
      temperature_dc int2,
      state text,
      sampled_at timestamptz,
      received_at timestamptz,
      uptime_seconds int8,
      hashrate_ghs int8,
      power_watts int4,
      flags int4 NOT NULL DEFAULT 0,
      bucket timestamptz NOT NULL DEFAULT 'epoch',
      mask int8 NOT NULL DEFAULT 0,
      ${sums('int4', 'int4')},
      PRIMARY KEY (controller_id, miner_id)
    ) WITH (fillfactor = 45)`.execute(db)
  for (const column of [
    'hash_gh',
    'blind_hash_gh',
    'energy_j',
    'difficulty_milli',
    'n',
    'difficulty_n',
    'seconds',
    'mining_seconds',
    'hashrate_seconds',
    'power_seconds',
  ])
    await sql`ALTER TABLE miner_state ALTER COLUMN ${sql.ref(column)} SET DEFAULT 0`.execute(db)
  await sql`
    CREATE TABLE miner_5m (
      bucket timestamptz NOT NULL,
      mask int8 NOT NULL,
      miner_id int NOT NULL,
      ${sums('int4', 'int4')},
      controller_id text NOT NULL,
      PRIMARY KEY (controller_id, miner_id, bucket)
    ) PARTITION BY RANGE (bucket)`.execute(db)
  await sql`
    CREATE TABLE miner_1h (
      bucket timestamptz NOT NULL,
      miner_id int NOT NULL,
      ${sums('int4', 'int4')},
      controller_id text NOT NULL,
      PRIMARY KEY (controller_id, miner_id, bucket)
    ) PARTITION BY RANGE (bucket)`.execute(db)
  await sql`
    CREATE TABLE miner_1d (
      day date NOT NULL,
      miner_id int NOT NULL,
      ${sums('int4', 'int8')},
      controller_id text NOT NULL,
      PRIMARY KEY (controller_id, miner_id, day)
    ) WITH (fillfactor = 60)`.execute(db)
  for (const step of ['5m', '1h'])
    await sql`
      CREATE TABLE ${sql.ref(`controller_${step}`)} (
        bucket timestamptz NOT NULL,
        ${sums('int8', 'int8')},
        miner_buckets int8 NOT NULL,
        buckets int4 NOT NULL,
        controller_id text NOT NULL,
        PRIMARY KEY (controller_id, bucket)
      ) WITH (fillfactor = 60)`.execute(db)
  await sql`
    CREATE TABLE controller_1d (
      day date NOT NULL,
      ${sums('int8', 'int8')},
      miner_buckets int8 NOT NULL,
      buckets int4 NOT NULL,
      controller_id text NOT NULL,
      PRIMARY KEY (controller_id, day)
    ) WITH (fillfactor = 60)`.execute(db)
}
