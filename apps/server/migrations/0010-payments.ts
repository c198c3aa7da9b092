import { type Kysely, sql } from 'kysely'

/**
 * Crypto payments: intents with their frozen terms, what the watchers saw on the chains and what each source said of it, and how far they
 * have read. Coins are whole base units.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE payment_address_counters (
      xpub_id text PRIMARY KEY,
      next_index int NOT NULL CHECK (next_index >= 0)
    )`.execute(db)
  await sql`
    CREATE TABLE payment_intents (
      id uuid PRIMARY KEY,
      order_id uuid NOT NULL,
      user_id uuid REFERENCES users ON DELETE SET NULL,
      asset text NOT NULL CHECK (asset IN ('BTC', 'USDT')),
      chain text NOT NULL,
      token text,
      decimals int NOT NULL CHECK (decimals BETWEEN 0 AND 36),
      address text NOT NULL,
      match_key text NOT NULL UNIQUE,
      xpub_id text NOT NULL,
      derivation_index int NOT NULL,
      price_cents int8 NOT NULL CHECK (price_cents > 0),
      amount_due numeric(78, 0) NOT NULL CHECK (amount_due > 0),
      min_due numeric(78, 0) NOT NULL CHECK (min_due > 0 AND min_due <= amount_due),
      rate text NOT NULL,
      rate_sources text[] NOT NULL,
      rate_quotes jsonb NOT NULL,
      rate_at timestamptz NOT NULL,
      confirmations_required int NOT NULL CHECK (confirmations_required > 0),
      created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      monitor_until timestamptz NOT NULL,
      canceled_at timestamptz,
      manual text CHECK (manual IN ('completed', 'failed')),
      status text NOT NULL,
      exceptions text[] NOT NULL,
      amount_received numeric(78, 0) NOT NULL DEFAULT 0 CHECK (amount_received >= 0),
      amount_confirmed numeric(78, 0) NOT NULL DEFAULT 0 CHECK (amount_confirmed >= 0),
      amount_to_refund numeric(78, 0) NOT NULL DEFAULT 0 CHECK (amount_to_refund >= 0),
      pending_cents int8 NOT NULL DEFAULT 0 CHECK (pending_cents >= 0),
      received_cents int8 NOT NULL DEFAULT 0 CHECK (received_cents >= 0),
      effective_expires_at timestamptz NOT NULL,
      confirmations_reached int NOT NULL DEFAULT 0,
      CHECK (status <> 'confirmed' OR amount_confirmed > 0),
      UNIQUE (xpub_id, derivation_index)
    )`.execute(db)
  await sql`
    CREATE UNIQUE INDEX payment_intents_one_active ON payment_intents (order_id)
    WHERE status IN ('creating', 'awaiting_transfer', 'detected', 'confirming')`.execute(db)
  await sql`CREATE INDEX payment_intents_order ON payment_intents (order_id, created_at)`.execute(db)
  await sql`CREATE INDEX payment_intents_user ON payment_intents (user_id, created_at)`.execute(db)
  await sql`
    CREATE INDEX payment_intents_due ON payment_intents (effective_expires_at)
    WHERE status IN ('awaiting_transfer', 'detected', 'confirming')`.execute(db)
  await sql`
    CREATE TABLE observed_payments (
      id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      intent_id uuid NOT NULL REFERENCES payment_intents,
      chain text NOT NULL,
      tx_id text NOT NULL,
      output_index int NOT NULL,
      asset text NOT NULL,
      token text,
      decimals int NOT NULL,
      amount numeric(78, 0) NOT NULL CHECK (amount >= 0),
      kind text NOT NULL CHECK (kind IN ('expected', 'wrong_network', 'wrong_token')),
      spends text[] NOT NULL,
      first_seen_at timestamptz NOT NULL,
      block_height int,
      block_hash text,
      confirmations int NOT NULL,
      final boolean,
      settled_for_good boolean NOT NULL DEFAULT false,
      unaccounted_at timestamptz,
      unaccounted_because text CHECK (unaccounted_because IN ('replaced', 'reorged', 'failed')),
      was_reorged boolean NOT NULL DEFAULT false,
      replaced_by text,
      value_cents_at_first_seen int8,
      UNIQUE (chain, tx_id, output_index),
      CHECK ((unaccounted_at IS NULL) = (unaccounted_because IS NULL))
    )`.execute(db)
  await sql`CREATE INDEX observed_payments_intent ON observed_payments (intent_id)`.execute(db)
  await sql`CREATE INDEX observed_payments_open ON observed_payments (chain) WHERE NOT settled_for_good`.execute(
    db,
  )
  await sql`
    CREATE TABLE payment_views (
      payment_id int8 NOT NULL REFERENCES observed_payments ON DELETE CASCADE,
      source text NOT NULL,
      state text NOT NULL CHECK (state IN ('mempool', 'mined', 'gone')),
      amount numeric(78, 0) NOT NULL,
      block_height int,
      block_hash text,
      replaced_by text,
      gone_because text,
      seen_at timestamptz NOT NULL,
      PRIMARY KEY (payment_id, source)
    )`.execute(db)
  await sql`
    CREATE TABLE chain_cursors (
      chain text NOT NULL,
      source text NOT NULL,
      position int NOT NULL,
      tip_height int,
      tip_hash text,
      final_height int,
      caught_up boolean NOT NULL DEFAULT false,
      hashes jsonb NOT NULL DEFAULT '[]',
      checked_at timestamptz,
      tried_at timestamptz,
      last_error text,
      PRIMARY KEY (chain, source)
    )`.execute(db)
  await sql`
    CREATE TABLE payment_intent_events (
      id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      intent_id uuid NOT NULL REFERENCES payment_intents,
      at timestamptz NOT NULL,
      kind text NOT NULL,
      from_status text,
      to_status text NOT NULL,
      exceptions text[] NOT NULL,
      note text
    )`.execute(db)
  await sql`CREATE INDEX payment_intent_events_intent ON payment_intent_events (intent_id, id)`.execute(db)
  await sql`
    CREATE TRIGGER payment_intent_events_append_only BEFORE UPDATE ON payment_intent_events
    FOR EACH ROW EXECUTE FUNCTION refuse_update()`.execute(db)
}
