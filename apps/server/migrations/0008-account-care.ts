import { type Kysely, sql } from 'kysely'

/** What keeps an account safe over the years: verified e-mail, proofs for single actions, mailed tokens, payout address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE users ADD COLUMN email_verified_at timestamptz, ADD COLUMN pending_email text`.execute(
    db,
  )
  await sql`ALTER TABLE sessions ADD COLUMN proven_at timestamptz`.execute(db)
  await sql`ALTER TABLE ships ADD CONSTRAINT ships_capacity CHECK (generator_capacity_kw >= 0)`.execute(db)
  await sql`
    CREATE TABLE proof_nonces (
      nonce text PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      purpose text NOT NULL,
      subject text,
      account_id text NOT NULL,
      message text NOT NULL,
      expires_at timestamptz NOT NULL
    )`.execute(db)
  await sql`CREATE INDEX proof_nonces_user_id ON proof_nonces (user_id)`.execute(db)
  await sql`CREATE INDEX proof_nonces_expires_at ON proof_nonces (expires_at)`.execute(db)
  await sql`
    CREATE TABLE account_tokens (
      token_hash bytea PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('verify-email', 'reset-password')),
      email text NOT NULL,
      created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      used_at timestamptz
    )`.execute(db)
  await sql`CREATE INDEX account_tokens_user_id ON account_tokens (user_id, kind, created_at)`.execute(db)
  await sql`
    CREATE TABLE payout_address_events (
      id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('requested', 'cancelled')),
      address text NOT NULL,
      at timestamptz NOT NULL,
      counts_at timestamptz NOT NULL
    )`.execute(db)
  await sql`CREATE INDEX payout_address_events_user_id ON payout_address_events (user_id, id)`.execute(db)
  await sql`
    CREATE FUNCTION refuse_update() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER payout_address_events_append_only BEFORE UPDATE ON payout_address_events
    FOR EACH ROW EXECUTE FUNCTION refuse_update()`.execute(db)
  // Bodies that hold a token are emptied once they are sent.
  await sql`
    CREATE INDEX mails_with_token ON mails (id) WHERE message_id LIKE 'token.%' AND text_body <> ''`.execute(
    db,
  )
}
