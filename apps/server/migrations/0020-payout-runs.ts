import { type Kysely, sql } from 'kysely'

/** Payout runs: what is paid to whom together, and what became of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE payout_runs (
      id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      state text NOT NULL CHECK (state IN ('draft', 'exported', 'broadcast', 'confirmed', 'cancelled')),
      created_at timestamptz NOT NULL,
      created_by text NOT NULL,
      total_sat int8 NOT NULL CHECK (total_sat > 0),
      exported_at timestamptz,
      psbt text,
      fee_rate_milli_sat int8,
      fee_sat int8,
      change_sat int8,
      change_index int,
      inputs int,
      -- Every transaction that is made for the run spends this coin, so that only one of them can be paid out.
      anchor text,
      txid text UNIQUE,
      raw_transaction text,
      broadcast_at timestamptz,
      confirmations int,
      looked_at timestamptz,
      confirmed_at timestamptz,
      cancelled_at timestamptz,
      cancel_reason text
    )`.execute(db)
  // Books: names and addresses as they were, whoever goes. The sums are those that the amount was reckoned from.
  await sql`
    CREATE TABLE payout_run_lines (
      run_id int8 NOT NULL REFERENCES payout_runs,
      position int NOT NULL,
      user_id uuid REFERENCES users ON DELETE SET NULL,
      owner_name text NOT NULL,
      amount_sat int8 NOT NULL CHECK (amount_sat > 0),
      address text NOT NULL,
      is_open boolean NOT NULL DEFAULT true,
      received_sat int8 NOT NULL,
      received_by_owner_sat int8 NOT NULL,
      owner_share_sat int8 NOT NULL,
      paid_out_sat int8 NOT NULL,
      -- What was booked after this moment is new since the owner's last run; null: this is the first.
      since timestamptz,
      payout_id int8 UNIQUE REFERENCES payouts,
      PRIMARY KEY (run_id, position)
    )`.execute(db)
  await sql`CREATE UNIQUE INDEX payout_run_lines_open ON payout_run_lines (user_id) WHERE is_open`.execute(db)
  await sql`CREATE INDEX payout_run_lines_of_user ON payout_run_lines (user_id, run_id)`.execute(db)
}
