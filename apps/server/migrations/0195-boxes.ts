import { type Kysely, sql } from 'kysely'

/** Boxes by their serial number: where each is, for which line of an order, when it was fitted, and until when it is under warranty. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE boxes (
      id uuid PRIMARY KEY,
      serial text NOT NULL UNIQUE,
      product_id text NOT NULL REFERENCES products,
      state text NOT NULL CHECK (state IN ('ordered', 'built', 'tested', 'shipped', 'installed', 'returned')),
      expected_on date,
      order_id uuid,
      order_position int,
      controller_id text REFERENCES controllers ON DELETE SET NULL,
      installed_on date,
      warranty_until date,
      created_at timestamptz NOT NULL,
      changed_at timestamptz NOT NULL,
      FOREIGN KEY (order_id, order_position) REFERENCES order_lines (order_id, position),
      CHECK ((order_id IS NULL) = (order_position IS NULL)),
      CHECK (state NOT IN ('shipped', 'installed') OR order_id IS NOT NULL),
      CHECK (state <> 'installed' OR installed_on IS NOT NULL)
    )`.execute(db)
  await sql`CREATE INDEX boxes_order ON boxes (order_id) WHERE order_id IS NOT NULL`.execute(db)
  await sql`CREATE INDEX boxes_controller ON boxes (controller_id) WHERE controller_id IS NOT NULL`.execute(
    db,
  )
  await sql`CREATE INDEX boxes_free ON boxes (product_id, state) WHERE order_id IS NULL`.execute(db)
  await sql`CREATE INDEX boxes_changed ON boxes (changed_at DESC, id)`.execute(db)
  await sql`CREATE INDEX boxes_desk_words ON boxes USING gin (desk_words(serial))`.execute(db)
  await sql`
    CREATE TABLE box_events (
      id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      box_id uuid NOT NULL REFERENCES boxes ON DELETE CASCADE,
      at timestamptz NOT NULL,
      operator text,
      what text NOT NULL,
      state text NOT NULL,
      order_number text,
      on_day date,
      note text
    )`.execute(db)
  await sql`CREATE INDEX box_events_box ON box_events (box_id, id)`.execute(db)
}
