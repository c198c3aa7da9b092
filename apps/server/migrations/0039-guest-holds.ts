import { type Kysely, sql } from 'kysely'

/** Which client placed an order as a guest, hashed with a key, for as long as the order is unpaid and holds boxes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE orders ADD COLUMN placed_from bytea`.execute(db)
  await sql`CREATE INDEX orders_open_guest ON orders (email) WHERE user_id IS NULL AND state IN ('placed', 'confirmed')`.execute(
    db,
  )
  await sql`CREATE INDEX orders_open_client ON orders (placed_from) WHERE placed_from IS NOT NULL`.execute(db)
}
