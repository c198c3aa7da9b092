import { type Kysely, sql } from 'kysely'

/**
 * Who was left out of an order of the provider, and why, so that anybody at the desk sees it afterwards. An order without a line here is one of
 * before this was kept.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE provider_orders (
      id uuid PRIMARY KEY,
      given_at timestamptz NOT NULL
    )`.execute(db)
  await sql`
    CREATE TABLE left_out_miners (
      order_id uuid NOT NULL,
      miner_id int NOT NULL REFERENCES miners ON DELETE CASCADE,
      controller_id text NOT NULL REFERENCES controllers ON DELETE CASCADE,
      why text NOT NULL CHECK (why IN ('no-owner', 'no-consent', 'stopped', 'resting', 'silent', 'unsupported')),
      PRIMARY KEY (order_id, miner_id)
    )`.execute(db)
  await sql`CREATE INDEX left_out_miners_controller ON left_out_miners (controller_id)`.execute(db)
  await sql`CREATE INDEX left_out_miners_miner ON left_out_miners (miner_id)`.execute(db)
}
