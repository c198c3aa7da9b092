import { type Kysely, sql } from 'kysely'

/** Who people are: users, wallets, passwords, sign-in in progress, sessions, ships. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE users (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      name text NOT NULL,
      email text,
      company text,
      phone text,
      preferred_language text,
      roles text[] NOT NULL DEFAULT '{}',
      notifications jsonb NOT NULL DEFAULT '{}',
      newsletter boolean NOT NULL DEFAULT false,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now()
    )`.execute(db)
  await sql`
    CREATE TABLE wallets (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      namespace text NOT NULL CHECK (namespace IN ('eip155', 'solana', 'bip122')),
      account_id text NOT NULL UNIQUE,
      address text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    )`.execute(db)
  await sql`CREATE INDEX wallets_user_id ON wallets (user_id)`.execute(db)
  await sql`
    CREATE TABLE passwords (
      user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      email text NOT NULL UNIQUE CHECK (email = lower(email)),
      phc text NOT NULL,
      updated_at timestamptz NOT NULL DEFAULT now()
    )`.execute(db)
  await sql`
    CREATE TABLE wallet_nonces (
      nonce text PRIMARY KEY,
      account_id text NOT NULL,
      message text NOT NULL,
      ip_hash bytea,
      created_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL
    )`.execute(db)
  await sql`CREATE INDEX wallet_nonces_expires_at ON wallet_nonces (expires_at)`.execute(db)
  await sql`
    CREATE TABLE registration_tickets (
      token_hash bytea PRIMARY KEY,
      account_id text NOT NULL,
      expires_at timestamptz NOT NULL,
      used_at timestamptz
    )`.execute(db)
  await sql`
    CREATE TABLE sessions (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      binding_hash bytea,
      created_at timestamptz NOT NULL DEFAULT now(),
      absolute_expires_at timestamptz NOT NULL,
      revoked_at timestamptz,
      revoke_reason text
    )`.execute(db)
  await sql`CREATE INDEX sessions_user_id ON sessions (user_id)`.execute(db)
  await sql`
    CREATE TABLE session_tokens (
      token_hash bytea PRIMARY KEY,
      session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('access', 'refresh')),
      created_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL,
      used_at timestamptz,
      successor_hash bytea,
      retried_at timestamptz
    )`.execute(db)
  await sql`CREATE INDEX session_tokens_session_id ON session_tokens (session_id)`.execute(db)
  await sql`CREATE INDEX session_tokens_expires_at ON session_tokens (expires_at)`.execute(db)
  await sql`
    CREATE TABLE ships (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      name text NOT NULL,
      type text,
      home_port text,
      registration_number text,
      generator_capacity_kw int,
      current_usage_percent int CHECK (current_usage_percent BETWEEN 0 AND 100),
      notes text,
      created_at timestamptz NOT NULL DEFAULT now()
    )`.execute(db)
  await sql`CREATE INDEX ships_user_id ON ships (user_id)`.execute(db)
}
