import { type Kysely, sql } from 'kysely'

/** What is agreed about fitting the boxes of an order: when on its day, by whom, where the ship lies, and what has to be laid. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE fitting_plans (
      order_id uuid PRIMARY KEY REFERENCES orders,
      starts_at text CHECK (starts_at ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
      fitter text,
      berth text,
      contact_name text,
      contact_phone text,
      generator text,
      cabling text,
      notes text,
      changed_at timestamptz NOT NULL,
      changed_by text NOT NULL
    )`.execute(db)
  await sql`CREATE INDEX orders_installation_on ON orders (installation_on)`.execute(db)
}
