import { type Kysely, sql } from 'kysely'

/** Coin and mode of pools, figures of coins beside Bitcoin, what pools really paid, and what was paid out of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // So that the pools of a large fleet are counted without opening what every device told of itself.
  await sql`
    ALTER TABLE miners ADD COLUMN pool_url text
      GENERATED ALWAYS AS (jsonb_path_query_first(detail, '$.pools[*] ? (@.active == true).url') #>> '{}') STORED`.execute(
    db,
  )
  await sql`
    CREATE TABLE pool_profiles (
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      host text NOT NULL,
      coin text NOT NULL CHECK (coin IN ('BTC', 'BCH', 'BSV')),
      mode text NOT NULL CHECK (mode IN ('pooled', 'solo')),
      fee_basis_points int CHECK (fee_basis_points BETWEEN 0 AND 10000),
      changed_at timestamptz NOT NULL,
      PRIMARY KEY (user_id, host)
    )`.execute(db)
  await sql`
    CREATE TABLE coin_days (
      coin text NOT NULL CHECK (coin IN ('BCH', 'BSV')),
      day date NOT NULL,
      difficulty numeric NOT NULL,
      height int NOT NULL,
      subsidy_sat int8 NOT NULL,
      fees_sat_per_block int8,
      usd_cents_per_coin int8,
      source text NOT NULL,
      observed_at timestamptz NOT NULL,
      PRIMARY KEY (coin, day)
    )`.execute(db)
  // Books: they stay when the account goes.
  await sql`
    CREATE TABLE receipts (
      id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id uuid REFERENCES users ON DELETE SET NULL,
      ship_id uuid REFERENCES ships ON DELETE SET NULL,
      coin text NOT NULL CHECK (coin IN ('BTC', 'BCH', 'BSV')),
      amount_sat int8 NOT NULL CHECK (amount_sat > 0),
      at timestamptz NOT NULL,
      source text NOT NULL CHECK (source IN ('pool-csv', 'on-chain', 'provider')),
      paid_to text NOT NULL CHECK (paid_to IN ('provider', 'owner')),
      reference text NOT NULL,
      imported_at timestamptz NOT NULL,
      UNIQUE (user_id, source, reference)
    )`.execute(db)
  await sql`CREATE INDEX receipts_of_user ON receipts (user_id, at)`.execute(db)
  await sql`
    CREATE TABLE payouts (
      id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id uuid REFERENCES users ON DELETE SET NULL,
      amount_sat int8 NOT NULL CHECK (amount_sat > 0),
      paid_at timestamptz NOT NULL,
      txid text,
      note text,
      recorded_at timestamptz NOT NULL,
      UNIQUE (user_id, txid)
    )`.execute(db)
  await sql`
    CREATE TABLE statement_mails (
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      month text NOT NULL,
      decided_at timestamptz NOT NULL,
      PRIMARY KEY (user_id, month)
    )`.execute(db)
}
