import { type Kysely, sql } from 'kysely'

/** Firmware of miners: files of their owners, and the series in which they are installed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE firmware_files (
      owner_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      sha256 text NOT NULL,
      name text NOT NULL,
      family text NOT NULL,
      model text NOT NULL,
      version text NOT NULL,
      bytes int NOT NULL CHECK (bytes > 0),
      received_bytes int NOT NULL DEFAULT 0 CHECK (received_bytes BETWEEN 0 AND bytes),
      ready_at timestamptz,
      created_at timestamptz NOT NULL,
      PRIMARY KEY (owner_id, sha256)
    )`.execute(db)
  await sql`
    CREATE TABLE firmware_parts (
      owner_id uuid NOT NULL,
      sha256 text NOT NULL,
      starts_at int NOT NULL,
      content bytea NOT NULL,
      PRIMARY KEY (owner_id, sha256, starts_at),
      FOREIGN KEY (owner_id, sha256) REFERENCES firmware_files (owner_id, sha256) ON DELETE CASCADE
    )`.execute(db)
  await sql`
    CREATE TABLE firmware_series (
      id uuid PRIMARY KEY,
      owner_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      controller_id text NOT NULL REFERENCES controllers (id) ON DELETE CASCADE,
      sha256 text NOT NULL,
      file jsonb NOT NULL,
      miners jsonb NOT NULL,
      order_text text NOT NULL,
      signature text NOT NULL,
      state text NOT NULL,
      reason text,
      fetched_percent int,
      step int NOT NULL DEFAULT -1,
      devices jsonb NOT NULL,
      is_cancelled boolean NOT NULL DEFAULT false,
      issued_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      changed_at timestamptz NOT NULL
    )`.execute(db)
  await sql`CREATE INDEX firmware_series_owner ON firmware_series (owner_id, issued_at DESC)`.execute(db)
  // One at a time on a ship.
  await sql`
    CREATE UNIQUE INDEX firmware_series_open ON firmware_series (controller_id)
    WHERE state IN ('ordered', 'fetching', 'checking', 'updating')`.execute(db)
}
