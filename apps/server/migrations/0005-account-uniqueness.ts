import { type Kysely, sql } from 'kysely'

/** One account an e-mail address, whatever its case and however it was made; outstanding nonces are counted by client. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE UNIQUE INDEX users_email ON users (lower(email))`.execute(db)
  await sql`CREATE INDEX wallet_nonces_ip_hash ON wallet_nonces (ip_hash, expires_at)`.execute(db)
}
