import { type Kysely, sql } from 'kysely'

/**
 * Up to which number a box had its batches on disk. Those that went ashore from memory while its disk refused are forgotten by a crash, which is
 * no older state of its memory.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE spool_epochs ADD COLUMN last_saved_seq int8 NOT NULL DEFAULT 0`.execute(db)
  await sql`UPDATE spool_epochs SET last_saved_seq = last_seq`.execute(db)
}
