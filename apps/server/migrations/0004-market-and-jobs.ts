import { type Kysely, sql } from 'kysely'

/** What earnings are computed from, and how far each background job is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE network_days (
      day date PRIMARY KEY,
      difficulty numeric NOT NULL,
      height int NOT NULL,
      subsidy_sat int8 NOT NULL,
      fees_sat_per_block int8 NOT NULL,
      source text NOT NULL,
      observed_at timestamptz NOT NULL
    )`.execute(db)
  await sql`
    CREATE TABLE price_quotes (
      currency text NOT NULL,
      cents_per_btc int8 NOT NULL,
      source text NOT NULL,
      observed_at timestamptz NOT NULL,
      PRIMARY KEY (currency, observed_at, source)
    )`.execute(db)
  await sql`
    CREATE TABLE job_runs (
      name text PRIMARY KEY,
      last_started_at timestamptz,
      last_finished_at timestamptz,
      last_succeeded_at timestamptz,
      last_error text,
      due_at timestamptz,
      runs int8 NOT NULL DEFAULT 0
    )`.execute(db)
}
