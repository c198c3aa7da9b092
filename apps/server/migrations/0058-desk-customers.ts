import { type Kysely, sql } from 'kysely'

/** What the desk notes about people, and how it finds what belongs to one address. Notes go with the account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE desk_notes (
      id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      at timestamptz NOT NULL,
      operator text NOT NULL,
      text text NOT NULL
    )`.execute(db)
  await sql`CREATE INDEX desk_notes_of ON desk_notes (user_id, id)`.execute(db)
  await sql`CREATE INDEX orders_email ON orders (lower(email))`.execute(db)
  await sql`CREATE INDEX inquiries_email ON inquiries (lower(email))`.execute(db)
  await sql`CREATE INDEX users_created_at ON users (created_at DESC, id)`.execute(db)
  await sql`CREATE INDEX users_name ON users (lower(name), id)`.execute(db)
}
