import { type Kysely, sql } from 'kysely'

/** Messages to many: who waits for a product, and the newsletter. Whoever was told may put themselves on the waiting list again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE mailings (
      id uuid PRIMARY KEY,
      audience text NOT NULL CHECK (audience IN ('waiting', 'newsletter')),
      product_id text REFERENCES products (id),
      texts jsonb NOT NULL,
      recipients int NOT NULL,
      created_at timestamptz NOT NULL,
      created_by text NOT NULL,
      finished_at timestamptz,
      stopped_at timestamptz
    )`.execute(db)
  await sql`CREATE INDEX mailings_newest ON mailings (created_at)`.execute(db)
  await sql`CREATE INDEX mailings_under_way ON mailings (created_at) WHERE finished_at IS NULL`.execute(db)
  // Holds no address: whoever is deleted is gone from here too.
  await sql`
    CREATE TABLE mailing_recipients (
      mailing_id uuid NOT NULL REFERENCES mailings ON DELETE CASCADE,
      position int NOT NULL,
      user_id uuid REFERENCES users ON DELETE CASCADE,
      inquiry_id uuid REFERENCES inquiries ON DELETE CASCADE,
      queued_at timestamptz,
      message_id text,
      skipped text CHECK (skipped IN ('stopped', 'no-longer', 'unreachable')),
      PRIMARY KEY (mailing_id, position),
      CHECK ((user_id IS NULL) <> (inquiry_id IS NULL))
    )`.execute(db)
  await sql`ALTER TABLE inquiries ADD COLUMN mailing_id uuid REFERENCES mailings ON DELETE SET NULL`.execute(
    db,
  )
  await sql`CREATE INDEX inquiries_mailing ON inquiries (mailing_id)`.execute(db)
  await sql`CREATE INDEX mailing_recipients_user ON mailing_recipients (user_id)`.execute(db)
  await sql`CREATE INDEX mailing_recipients_inquiry ON mailing_recipients (inquiry_id)`.execute(db)
  await sql`
    CREATE TABLE mail_suppressions (
      email text NOT NULL CHECK (email = lower(email)),
      reason text NOT NULL CHECK (reason IN ('unsubscribed', 'refused', 'returned')),
      at timestamptz NOT NULL,
      PRIMARY KEY (email, reason)
    )`.execute(db)
  await sql`ALTER TABLE mails ADD COLUMN unsubscribe_url text`.execute(db)
  await sql`DROP INDEX inquiries_waiting_once`.execute(db)
  await sql`
    CREATE UNIQUE INDEX inquiries_waiting_once ON inquiries (lower(email), coalesce(product_id, ''))
    WHERE kind = 'waiting-list' AND handled_at IS NULL`.execute(db)
}
