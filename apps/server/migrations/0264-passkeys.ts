import { type Kysely, sql } from 'kysely'

/** Passkeys of operators, and what one was asked to sign last in a session. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE passkeys (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      credential_id text NOT NULL UNIQUE,
      public_key bytea NOT NULL,
      sign_count bigint NOT NULL,
      transports text[] NOT NULL,
      name text NOT NULL,
      added_at timestamptz NOT NULL,
      used_at timestamptz
    )`.execute(db)
  await sql`CREATE INDEX passkeys_user ON passkeys (user_id)`.execute(db)
  await sql`
    CREATE TABLE passkey_challenges (
      session_id uuid PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
      challenge text NOT NULL,
      made_at timestamptz NOT NULL
    )`.execute(db)
}
