import { type Kysely, sql } from 'kysely'

/** Orders with their lines, events, money by source and stock; invoices; bank entries; answers kept for repeated requests; settings. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE counters (
      name text PRIMARY KEY,
      value int8 NOT NULL CHECK (value > 0)
    )`.execute(db)
  await sql`
    CREATE TABLE orders (
      id uuid PRIMARY KEY,
      number text NOT NULL UNIQUE,
      user_id uuid REFERENCES users ON DELETE SET NULL,
      key_hash bytea NOT NULL,
      state text NOT NULL CHECK (state IN
        ('draft', 'placed', 'confirmed', 'scheduled', 'installed', 'completed', 'cancelled', 'expired')),
      payment text NOT NULL CHECK (payment IN
        ('unpaid', 'pending', 'partially_paid', 'paid', 'refund_pending', 'refunded')),
      fulfilment text NOT NULL CHECK (fulfilment IN ('none', 'scheduled', 'installed')),
      method text NOT NULL CHECK (method IN ('bank_transfer', 'bitcoin', 'usdt', 'pay_on_delivery')),
      language text NOT NULL,
      email text NOT NULL,
      buyer jsonb NOT NULL,
      consumer boolean NOT NULL,
      net_cents int8 NOT NULL CHECK (net_cents >= 0),
      vat_cents int8 NOT NULL CHECK (vat_cents >= 0),
      gross_cents int8 NOT NULL CHECK (gross_cents >= 0 AND gross_cents = net_cents + vat_cents),
      vat_percent int NOT NULL,
      reverse_charge boolean NOT NULL,
      pending_cents int8 NOT NULL DEFAULT 0,
      received_cents int8 NOT NULL DEFAULT 0,
      bank_reference text NOT NULL UNIQUE,
      stock_held boolean NOT NULL,
      placed_at timestamptz NOT NULL,
      terms_accepted_at timestamptz NOT NULL,
      method_chosen_at timestamptz NOT NULL,
      expires_at timestamptz,
      reminded_at timestamptz,
      installation_on date,
      installed_at timestamptz,
      withdrawal_requested_at timestamptz,
      updated_at timestamptz NOT NULL
    )`.execute(db)
  await sql`CREATE INDEX orders_user_id ON orders (user_id, placed_at)`.execute(db)
  await sql`CREATE INDEX orders_open ON orders (expires_at) WHERE state = 'placed'`.execute(db)
  await sql`
    CREATE TABLE order_lines (
      order_id uuid NOT NULL REFERENCES orders,
      position int NOT NULL,
      product_id text NOT NULL REFERENCES products,
      name text NOT NULL,
      quantity int NOT NULL CHECK (quantity > 0),
      unit_gross_cents int8 NOT NULL,
      net_cents int8 NOT NULL,
      vat_cents int8 NOT NULL,
      gross_cents int8 NOT NULL CHECK (gross_cents = net_cents + vat_cents),
      PRIMARY KEY (order_id, position)
    )`.execute(db)
  await sql`
    CREATE TABLE order_events (
      id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      order_id uuid NOT NULL REFERENCES orders,
      at timestamptz NOT NULL,
      kind text NOT NULL,
      actor text NOT NULL CHECK (actor IN ('buyer', 'provider', 'system', 'watcher')),
      note text,
      data jsonb NOT NULL
    )`.execute(db)
  await sql`CREATE INDEX order_events_order_id ON order_events (order_id, id)`.execute(db)
  await sql`
    CREATE TABLE order_balances (
      order_id uuid NOT NULL REFERENCES orders,
      source text NOT NULL,
      pending_cents int8 NOT NULL CHECK (pending_cents >= 0),
      received_cents int8 NOT NULL,
      updated_at timestamptz NOT NULL,
      PRIMARY KEY (order_id, source)
    )`.execute(db)
  await sql`
    CREATE TABLE stock_movements (
      id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      order_id uuid NOT NULL REFERENCES orders,
      product_id text NOT NULL REFERENCES products,
      at timestamptz NOT NULL,
      quantity int NOT NULL CHECK (quantity <> 0),
      counted boolean NOT NULL
    )`.execute(db)
  await sql`CREATE INDEX stock_movements_order_id ON stock_movements (order_id)`.execute(db)
  await sql`
    CREATE TABLE refunds (
      id uuid PRIMARY KEY,
      order_id uuid NOT NULL REFERENCES orders,
      amount_cents int8 NOT NULL CHECK (amount_cents > 0),
      reason text NOT NULL,
      status text NOT NULL CHECK (status IN ('requested', 'paid', 'dropped')),
      requested_at timestamptz NOT NULL,
      settled_at timestamptz
    )`.execute(db)
  await sql`CREATE INDEX refunds_order_id ON refunds (order_id)`.execute(db)
  await sql`
    CREATE TABLE invoices (
      number text PRIMARY KEY,
      year int NOT NULL,
      sequence int8 NOT NULL CHECK (sequence > 0),
      kind text NOT NULL CHECK (kind IN ('invoice', 'credit')),
      order_id uuid NOT NULL REFERENCES orders,
      issued_at timestamptz NOT NULL,
      snapshot jsonb NOT NULL,
      pdf bytea,
      credits text UNIQUE REFERENCES invoices,
      UNIQUE (year, sequence),
      CHECK ((kind = 'credit') = (credits IS NOT NULL))
    )`.execute(db)
  await sql`CREATE INDEX invoices_order_id ON invoices (order_id)`.execute(db)
  await sql`
    CREATE TABLE bank_entries (
      id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      entry_key text NOT NULL UNIQUE,
      statement_id text NOT NULL,
      account_iban text NOT NULL,
      booked_on date NOT NULL,
      amount_cents int8 NOT NULL,
      currency text NOT NULL,
      reference text,
      remittance text NOT NULL,
      counterparty_name text,
      counterparty_iban text,
      outcome text NOT NULL CHECK (outcome IN ('booked', 'open', 'ignored')),
      why text NOT NULL,
      imported_at timestamptz NOT NULL
    )`.execute(db)
  await sql`CREATE INDEX bank_entries_open ON bank_entries (id) WHERE outcome = 'open'`.execute(db)
  await sql`
    CREATE TABLE bank_bookings (
      id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      order_id uuid NOT NULL REFERENCES orders,
      entry_id int8 UNIQUE REFERENCES bank_entries,
      amount_cents int8 NOT NULL CHECK (amount_cents <> 0),
      actor text NOT NULL CHECK (actor IN ('provider', 'system')),
      reason text NOT NULL,
      at timestamptz NOT NULL
    )`.execute(db)
  await sql`CREATE INDEX bank_bookings_order_id ON bank_bookings (order_id)`.execute(db)
  await sql`
    CREATE TABLE idempotency_keys (
      scope text NOT NULL,
      route text NOT NULL,
      key text NOT NULL,
      body_hash bytea NOT NULL,
      answer bytea NOT NULL,
      created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      PRIMARY KEY (scope, route, key)
    )`.execute(db)
  await sql`CREATE INDEX idempotency_keys_expires_at ON idempotency_keys (expires_at)`.execute(db)
  await sql`
    CREATE TABLE settings (
      key text PRIMARY KEY,
      value jsonb NOT NULL,
      version int NOT NULL,
      changed_at timestamptz NOT NULL,
      changed_by text NOT NULL
    )`.execute(db)
  await sql`ALTER TABLE mails ADD COLUMN attachment text`.execute(db)
  for (const table of ['order_events', 'stock_movements', 'bank_bookings'])
    await sql`
      CREATE TRIGGER ${sql.raw(table)}_append_only BEFORE UPDATE OR DELETE ON ${sql.raw(table)}
      FOR EACH ROW EXECUTE FUNCTION refuse_update()`.execute(db)
}
