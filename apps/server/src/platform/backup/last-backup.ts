import { sql } from 'kysely'
import type { Queryable } from '../db/store.ts'

/** Remembers that a backup succeeded, together with the other occasional work. */
export async function noteBackup(db: Queryable, times: { startedAt: Date; finishedAt: Date }): Promise<void> {
  const run = {
    lastStartedAt: times.startedAt,
    lastFinishedAt: times.finishedAt,
    lastSucceededAt: times.finishedAt,
    lastError: null,
  }
  await db
    .insertInto('jobRuns')
    .values({ name: 'backup', ...run, runs: 1 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ ...run, runs: sql`job_runs.runs + 1` }))
    .execute()
}

/** The time of the state in the last backup; null: this database knows of none. */
export async function lastBackupAt(db: Queryable): Promise<Date | null> {
  const row = await db
    .selectFrom('jobRuns')
    .select('lastStartedAt')
    .where('name', '=', 'backup')
    .executeTakeFirst()
  return row?.lastStartedAt ?? null
}
