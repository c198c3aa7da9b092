import { type Kysely, sql } from 'kysely'

/** Codes that let an operator in once each when their authenticator is gone; only their keyed hashes are kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE recovery_codes (
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      code_hash bytea NOT NULL,
      made_at timestamptz NOT NULL,
      used_at timestamptz,
      PRIMARY KEY (user_id, code_hash)
    )`.execute(db)
}
