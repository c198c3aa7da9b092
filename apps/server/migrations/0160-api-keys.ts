import { type Kysely, sql } from 'kysely'

/** Keys of owners who build on the calls. Only hashes are kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE api_keys (
      id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      name text NOT NULL,
      token_hash bytea NOT NULL UNIQUE,
      scope text NOT NULL CHECK (scope IN ('read', 'control')),
      created_at timestamptz NOT NULL,
      last_used_at timestamptz
    )`.execute(db)
  await sql`CREATE INDEX api_keys_user ON api_keys (user_id)`.execute(db)
}
