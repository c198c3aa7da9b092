import { type Kysely, sql } from 'kysely'

/** Who but its owner may look at a ship, or control what mines on it, and who was asked to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE ship_crew (
      ship_id uuid NOT NULL REFERENCES ships (id) ON DELETE CASCADE,
      user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      role text NOT NULL CHECK (role IN ('viewer', 'engineer')),
      joined_at timestamptz NOT NULL,
      PRIMARY KEY (ship_id, user_id)
    )`.execute(db)
  await sql`CREATE INDEX ship_crew_user ON ship_crew (user_id)`.execute(db)
  await sql`
    CREATE TABLE crew_invitations (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      ship_id uuid NOT NULL REFERENCES ships (id) ON DELETE CASCADE,
      email text NOT NULL,
      role text NOT NULL CHECK (role IN ('viewer', 'engineer')),
      token_hash bytea NOT NULL UNIQUE,
      created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL
    )`.execute(db)
  await sql`CREATE UNIQUE INDEX crew_invitations_mailbox ON crew_invitations (ship_id, lower(email))`.execute(
    db,
  )
}
