import { sql } from 'kysely'
import { backupLock } from '../../platform/backup/write-backup.ts'
import type { Store } from '../../platform/db/store.ts'
import { tryLockInTransaction } from '../../platform/db/transaction-lock.ts'

const lockNotAvailable = '55P03'

/** Gives the room of a partition back when no row is left in it. Never waits for who uses it now. */
export async function releaseRows(store: Store, name: string): Promise<void> {
  const table = sql.ref(name)
  try {
    await store.maintenance.transaction().execute(async (trx) => {
      // A backup reads these tables for minutes, by a snapshot that emptying a table does not respect.
      if (!(await tryLockInTransaction(trx, backupLock))) return
      await sql`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE NOWAIT`.execute(trx)
      const { rows } = await sql`SELECT FROM ${table} LIMIT 1`.execute(trx)
      if (rows.length === 0) await sql`TRUNCATE ${table}`.execute(trx)
    })
  } catch (error) {
    if ((error as { code?: unknown }).code !== lockNotAvailable) throw error
  }
}
