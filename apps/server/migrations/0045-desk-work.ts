import { type Kysely, sql } from 'kysely'

/** Who works on what at the desk, and what its lists need to page through 100,000 orders. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE desk_claims (
      job text PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      at timestamptz NOT NULL
    )`.execute(db)
  await sql`CREATE INDEX desk_claims_user_id ON desk_claims (user_id)`.execute(db)
  await sql`CREATE INDEX orders_placed_at ON orders (placed_at DESC, id DESC)`.execute(db)
  await sql`CREATE INDEX orders_state ON orders (state, placed_at DESC)`.execute(db)
  await sql`CREATE INDEX orders_gross_cents ON orders (gross_cents, id)`.execute(db)
  await sql`CREATE INDEX orders_to_install ON orders (installation_on) WHERE state = 'scheduled'`.execute(db)
  await sql`
    CREATE INDEX orders_to_be_paid ON orders (placed_at)
    WHERE payment IN ('unpaid', 'pending', 'partially_paid')`.execute(db)
}
