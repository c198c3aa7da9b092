import { type Kysely, sql } from 'kysely'

/**
 * What the desk searches orders by, as one text of each in lower case, and one index that holds all that its list filters, sorts and searches by: a page
 * of 100,000 orders, how many fit, and those in which a text is are read from it alone. No text that is taken is as long as is kept, so that
 * a row always fits into the index, whatever is in it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE orders ADD COLUMN search_words text GENERATED ALWAYS AS (lower(left(number || ' ' || email || ' ' ||
      coalesce(buyer->>'firstName', '') || ' ' || coalesce(buyer->>'lastName', '') || ' ' || coalesce(buyer->>'company', ''), 600))) STORED`.execute(
    db,
  )
  await sql`
    CREATE INDEX orders_list ON orders (placed_at DESC, id DESC)
    INCLUDE (state, payment, fulfilment, number, gross_cents, search_words)`.execute(db)
  // The same without the rest, which it is now a part of.
  await sql`DROP INDEX orders_placed_at`.execute(db)
  await sql`CREATE INDEX orders_number_id ON orders (number, id)`.execute(db)
}
