import { type Kysely, sql } from 'kysely'

/** Data sheets of products: figures with their sources. What the catalogue starts out with is known of products that are there already. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE products ADD COLUMN sheet jsonb NOT NULL DEFAULT '{}'`.execute(db)
  await sql`
    UPDATE products SET sheet = '{"noiseDb":{"value":50,"source":"docs/product.md 9.1"}}'
    WHERE id IN ('sm19', 'sm21', 'sm23')`.execute(db)
  await sql`
    UPDATE products SET sheet = '{"supply":{"value":"direct-current","source":"docs/product.md 1.2"},
      "voltageVolts":{"value":12,"source":"docs/product.md 1.2"}}'
    WHERE id = 'lottery'`.execute(db)
}
