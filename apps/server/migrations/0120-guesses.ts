import { type Kysely, sql } from 'kysely'

/** Guesses at secrets, counted before they are judged: at one account or thing, and from one client or network. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE guesses (
      key bytea PRIMARY KEY,
      wrong int NOT NULL,
      next_at timestamptz NOT NULL,
      forget_at timestamptz NOT NULL
    ) WITH (fillfactor = 70)`.execute(db)
  await sql`CREATE INDEX guesses_forget_at ON guesses (forget_at)`.execute(db)
}
