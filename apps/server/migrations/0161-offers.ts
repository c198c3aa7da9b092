import { type Kysely, sql } from 'kysely'

/** Offers: what the desk proposes to somebody at a price, until a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE offers (
      id uuid PRIMARY KEY,
      number text NOT NULL UNIQUE,
      key_hash bytea NOT NULL,
      inquiry_id uuid REFERENCES inquiries ON DELETE SET NULL,
      product_id text NOT NULL REFERENCES products,
      product_name text NOT NULL,
      quantity int NOT NULL CHECK (quantity > 0),
      unit_gross_cents int8 NOT NULL CHECK (unit_gross_cents > 0),
      language text NOT NULL,
      email text NOT NULL,
      buyer jsonb NOT NULL,
      note text,
      valid_until date NOT NULL,
      operator text NOT NULL,
      created_at timestamptz NOT NULL,
      withdrawn_at timestamptz,
      order_id uuid UNIQUE REFERENCES orders,
      accepted_at timestamptz,
      CHECK ((order_id IS NULL) = (accepted_at IS NULL))
    )`.execute(db)
  await sql`CREATE INDEX offers_created_at ON offers (created_at DESC)`.execute(db)
  await sql`CREATE INDEX offers_inquiry ON offers (inquiry_id) WHERE inquiry_id IS NOT NULL`.execute(db)
}
