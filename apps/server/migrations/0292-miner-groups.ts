import { type Kysely, sql } from 'kysely'

/** The group that the owner of a miner put it into; a group is there while a miner is in it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE miners ADD COLUMN group_name text`.execute(db)
}
