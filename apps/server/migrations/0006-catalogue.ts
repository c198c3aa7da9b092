import { type Kysely, sql } from 'kysely'

/** The catalogue with stock and prices. The products of the specification are put in at the server's start. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE products (
      id text PRIMARY KEY,
      position int NOT NULL,
      name text NOT NULL,
      subtitle text NOT NULL,
      category text NOT NULL CHECK (category IN ('box', 'solo', 'test')),
      algorithm text NOT NULL,
      hashrate text NOT NULL,
      hashrate_ths float8 NOT NULL CHECK (hashrate_ths >= 0),
      power_consumption text NOT NULL,
      power_watts int NOT NULL CHECK (power_watts >= 0),
      units_per_box int NOT NULL CHECK (units_per_box > 0),
      unit_hashrate_ths float8,
      unit_power_watts int,
      cooling text CHECK (cooling IN ('hydro')),
      price_cents int8 NOT NULL CHECK (price_cents >= 0),
      original_price_cents int8,
      warranty_months int NOT NULL,
      min_generator_kw int NOT NULL,
      images jsonb NOT NULL,
      translation_key text NOT NULL,
      route text NOT NULL,
      color_scheme jsonb NOT NULL,
      coming_soon boolean NOT NULL DEFAULT false,
      dev_only boolean NOT NULL DEFAULT false,
      hidden boolean NOT NULL DEFAULT false,
      stock int CHECK (stock >= 0),
      updated_at timestamptz NOT NULL DEFAULT now()
    )`.execute(db)
}
