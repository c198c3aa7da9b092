import { type Kysely, sql } from 'kysely'

/** 5-minute values of a miner and UTC day in one row. A block is small enough to stay beside its key, and was compressed before it came. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE packed_days (
      miner_id int NOT NULL,
      day date NOT NULL,
      controller_id text NOT NULL,
      block bytea NOT NULL,
      PRIMARY KEY (controller_id, miner_id, day)
    ) PARTITION BY RANGE (day)`.execute(db)
  await sql`ALTER TABLE packed_days ALTER COLUMN block SET STORAGE MAIN`.execute(db)
}
