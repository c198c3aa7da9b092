import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Store } from '../../apps/server/src/platform/db/store.ts'

/** Of a clock tick of Linux there are a hundred a second. */
const tickMs = 10

/** The fields of `/proc/<pid>/stat` from the state on; null when the process has ended. */
function statOf(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}

/**
 * Processor time that the server of a database has used so far, ms: of all its processes, also of those that ended. Linux only; 0 for the
 * embedded engine, which runs in this process.
 */
export async function createDatabaseTime(store: Store): Promise<() => number> {
  if (store.engine === 'embedded') return () => 0
  const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(store.db)
  const parent = statOf(rows[0]?.pid ?? 0)?.[1]
  if (parent === undefined) throw new Error('the server of the database is not on this machine')
  const ticks = (stat: string[] | null, from: number, to: number) =>
    (stat ?? []).slice(from, to).reduce((sum, value) => sum + Number(value), 0)
  return () => {
    const living = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => statOf(Number(name)))
      .filter((stat) => stat?.[1] === parent)
    // User and system time of each, and of those that the parent has buried.
    const used = living.reduce((sum, stat) => sum + ticks(stat, 11, 13), 0)
    return (used + ticks(statOf(Number(parent)), 11, 15)) * tickMs
  }
}

/** Processor time of some work, ms: in this process and in the database's. */
export async function processorTime(
  databaseMs: () => number,
  work: () => Promise<unknown>,
): Promise<{ hereMs: number; databaseMs: number; tookMs: number }> {
  const [cpu, before, startedAt] = [process.cpuUsage(), databaseMs(), performance.now()]
  await work()
  const { user, system } = process.cpuUsage(cpu)
  return {
    hereMs: (user + system) / 1000,
    databaseMs: databaseMs() - before,
    tookMs: performance.now() - startedAt,
  }
}
