import { type Kysely, sql } from 'kysely'

/** Accounts that get alerts from the provider's own Telegram bot, codes that they are linked with, and how far the bot was read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE telegram_bot (
      id boolean PRIMARY KEY DEFAULT true CHECK (id),
      token_mark text NOT NULL,
      username text,
      next_update int8 NOT NULL DEFAULT 0,
      checked_at timestamptz NOT NULL,
      wait_until timestamptz,
      last_error text
    )`.execute(db)
  await sql`
    CREATE TABLE telegram_codes (
      user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      code_hash bytea NOT NULL UNIQUE,
      expires_at timestamptz NOT NULL
    )`.execute(db)
  await sql`
    CREATE TABLE telegram_links (
      user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      chat_id text NOT NULL,
      name text,
      linked_at timestamptz NOT NULL,
      broken_at timestamptz
    )`.execute(db)
}
