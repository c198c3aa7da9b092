import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'
import type { StoreLogger } from '../store.ts'

const MB = 1024 * 1024

/** Thresholds for the housekeeping that a full PostgreSQL server does by itself. */
export const maintenanceDefaults = {
  checkpointEveryMs: 10_000,
  /** Unflushed log that triggers a checkpoint; also bounds how long a reopening after a crash takes. */
  checkpointAboveBytes: 32 * MB,
  tidyEveryMs: 3_600_000,
  /** As much is vacuumed in one statement, during which everyone else waits: a table, or of a larger one what came to it since it was vacuumed. */
  vacuumBelowBytes: 64 * MB,
  /** Age in transactions at which a table of any size is vacuumed, long before the numbers wrap around. */
  freezeAboveAge: 200_000_000,
}
export type MaintenanceSettings = typeof maintenanceDefaults

/** Writes a checkpoint when enough log has gathered. @returns whether it did. */
export async function checkpointIfDue(db: Kysely<Database>, aboveBytes: number): Promise<boolean> {
  const { rows } = await sql<{ bytes: number }>`
    SELECT (pg_current_wal_lsn() - redo_lsn)::int8 AS bytes FROM pg_control_checkpoint()`.execute(db)
  if ((rows[0]?.bytes ?? 0) <= aboveBytes) return false
  await sql`CHECKPOINT`.execute(db)
  return true
}

/**
 * Vacuums small tables and those whose transaction numbers grow old, and of large ones what is new, without their indexes and the long values beside
 * them, of which there may be any amount: pages that are known to be visible to all are passed over, and what is read from an index alone needs to know
 * that of each. One statement each, so that other work can run in between.
 */
export async function tidyTables(db: Kysely<Database>, settings: MaintenanceSettings): Promise<number> {
  const { rows } = await sql<{
    name: string
    bytes: number
    newBytes: number
    age: number
    analysed: boolean
  }>`
    SELECT c.oid::regclass::text AS name, pg_table_size(c.oid) AS bytes, age(c.relfrozenxid) AS age, c.reltuples >= 0 AS analysed,
      pg_relation_size(c.oid) - c.relallvisible::int8 * current_setting('block_size')::int8 AS new_bytes
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind = 'r' AND n.nspname = 'public' AND pg_table_size(c.oid) > 8192`.execute(db)
  const { vacuumBelowBytes, freezeAboveAge } = settings
  for (const { name, bytes, newBytes, age, analysed } of rows) {
    const table = sql.raw(name)
    if (bytes <= vacuumBelowBytes || age > freezeAboveAge) {
      await sql`VACUUM (ANALYZE) ${table}`.execute(db)
      continue
    }
    if (newBytes > 0 && newBytes <= vacuumBelowBytes)
      await sql`VACUUM (INDEX_CLEANUP off, TRUNCATE off, PROCESS_TOAST off) ${table}`.execute(db)
    if (!analysed) await sql`ANALYZE ${table}`.execute(db)
  }
  return rows.length
}

/** Starts both timers. @returns a function that stops them after the run in progress. */
export function startMaintenance(
  db: Kysely<Database>,
  logger: StoreLogger,
  settings: MaintenanceSettings = maintenanceDefaults,
): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  let busy = false
  let stopped = false
  const guardTask = (task: () => Promise<unknown>) => () => {
    if (busy || stopped) return
    busy = true
    running = task()
      .then(() => undefined)
      .catch((error) => {
        if (!stopped) logger.error({ err: error }, 'housekeeping of the embedded database failed')
      })
      .finally(() => {
        busy = false
      })
  }
  const timers = [
    setInterval(
      guardTask(() => checkpointIfDue(db, settings.checkpointAboveBytes)),
      settings.checkpointEveryMs,
    ),
    setInterval(
      guardTask(() => tidyTables(db, settings)),
      settings.tidyEveryMs,
    ),
  ]
  for (const timer of timers) timer.unref()
  return async () => {
    stopped = true
    for (const timer of timers) clearInterval(timer)
    await running
  }
}
