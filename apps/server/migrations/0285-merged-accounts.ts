import { type Kysely, sql } from 'kysely'

/** Accounts that were merged into another of the same person, so that their ids and addresses stay readable. Firmware follows its owner. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE merged_accounts (
      former_id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      name text NOT NULL,
      email text,
      email_verified boolean NOT NULL,
      at timestamptz NOT NULL,
      operator text NOT NULL
    )`.execute(db)
  await sql`CREATE INDEX merged_accounts_user ON merged_accounts (user_id)`.execute(db)
  await sql`
    ALTER TABLE firmware_parts DROP CONSTRAINT firmware_parts_owner_id_sha256_fkey,
      ADD CONSTRAINT firmware_parts_owner_id_sha256_fkey FOREIGN KEY (owner_id, sha256)
        REFERENCES firmware_files (owner_id, sha256) ON DELETE CASCADE ON UPDATE CASCADE`.execute(db)
}
