import { type Kysely, sql } from 'kysely'

/** Addresses of the provider that pools pay an owner's earnings to, and what was found there that is not booked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE pool_addresses (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      address text NOT NULL UNIQUE,
      user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      ship_id uuid REFERENCES ships (id) ON DELETE SET NULL,
      created_at timestamptz NOT NULL,
      created_by text NOT NULL,
      looked_at timestamptz,
      problem text,
      found jsonb NOT NULL DEFAULT '[]'
    )`.execute(db)
}
