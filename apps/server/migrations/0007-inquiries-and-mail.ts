import { type Kysely, sql } from 'kysely'

/** What visitors ask, and the outbox of the mails that go with it: written in one transaction, sent by a job. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE inquiries (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      reference text NOT NULL UNIQUE,
      kind text NOT NULL CHECK (kind IN ('contact', 'notify-me', 'custom', 'waiting-list')),
      name text,
      email text NOT NULL,
      phone text,
      language text NOT NULL,
      subject text,
      subject_kind text,
      product_id text REFERENCES products (id),
      message text,
      ship_type text,
      generator_capacity_kw float8,
      current_usage_percent float8,
      created_at timestamptz NOT NULL,
      handled_at timestamptz
    )`.execute(db)
  await sql`CREATE INDEX inquiries_open ON inquiries (created_at) WHERE handled_at IS NULL`.execute(db)
  await sql`
    CREATE UNIQUE INDEX inquiries_waiting_once ON inquiries (lower(email), coalesce(product_id, ''))
    WHERE kind = 'waiting-list'`.execute(db)
  await sql`
    CREATE TABLE mails (
      id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      message_id text NOT NULL UNIQUE,
      recipient text,
      reply_to text,
      subject text NOT NULL,
      text_body text NOT NULL,
      html_body text NOT NULL,
      status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'sent', 'failed')),
      attempts int NOT NULL DEFAULT 0,
      next_attempt_at timestamptz NOT NULL,
      last_error text,
      created_at timestamptz NOT NULL,
      sent_at timestamptz
    )`.execute(db)
  await sql`CREATE INDEX mails_due ON mails (next_attempt_at, id) WHERE status = 'queued'`.execute(db)
  await sql`CREATE INDEX mails_recipient ON mails (recipient, created_at)`.execute(db)
}
