import { type Kysely, sql } from 'kysely'

/** What products cost and when, for good; and who wanted the newsletter, since when and from where. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE products ADD COLUMN version int NOT NULL DEFAULT 1`.execute(db)
  // Names as they were, without references: the prices of a product stay, also when it goes.
  await sql`
    CREATE TABLE product_versions (
      id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      product_id text NOT NULL,
      version int NOT NULL,
      at timestamptz NOT NULL,
      changed_by text NOT NULL,
      reason text,
      before jsonb,
      after jsonb NOT NULL,
      UNIQUE (product_id, version)
    )`.execute(db)
  await sql`
    CREATE TRIGGER product_versions_append_only BEFORE UPDATE OR DELETE ON product_versions
    FOR EACH ROW EXECUTE FUNCTION refuse_change()`.execute(db)
  // What is known of the past: since its last change a product is as it is.
  await sql`
    INSERT INTO product_versions (product_id, version, at, changed_by, after)
    SELECT id, 1, updated_at, 'catalogue', jsonb_build_object(
      'priceCents', price_cents, 'originalPriceCents', original_price_cents, 'stock', stock,
      'comingSoon', coming_soon, 'hidden', hidden)
    FROM products ORDER BY position`.execute(db)
  await sql`
    CREATE TABLE newsletter_consents (
      id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      at timestamptz NOT NULL,
      subscribed boolean NOT NULL,
      source text NOT NULL CHECK (source IN ('setup', 'profile', 'link', 'one-click'))
    )`.execute(db)
  await sql`CREATE INDEX newsletter_consents_user ON newsletter_consents (user_id, id)`.execute(db)
  await sql`
    CREATE TRIGGER newsletter_consents_append_only BEFORE UPDATE ON newsletter_consents
    FOR EACH ROW EXECUTE FUNCTION refuse_change()`.execute(db)
}
