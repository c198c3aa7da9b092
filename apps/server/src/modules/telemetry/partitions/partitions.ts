import { sql } from 'kysely'
import { backupLock } from '../../../platform/backup/write-backup.ts'
import type { Store } from '../../../platform/db/store.ts'
import { lockInTransaction, tryLockInTransaction } from '../../../platform/db/transaction-lock.ts'

export const dayMs = 86_400_000

/** How long 5-minute and hourly values are kept: 13 months. Days are kept for ever. */
export const retentionDays = 396
/** How far ahead partitions are created. */
const daysAhead = 2

export const utcMidnight = (ms: number) => Math.floor(ms / dayMs) * dayMs
/** Start of the oldest day that is kept; older samples are refused. */
export const oldestKept = (nowMs: number) => utcMidnight(nowMs) - retentionDays * dayMs

type Span = {
  table: string
  parent: 'miner_5m' | 'miner_1h' | 'past_hours' | 'packed_days'
  fromMs: number
  toMs: number
}

const digits = (ms: number, count: number) => new Date(ms).toISOString().replaceAll('-', '').slice(0, count)

/** 5-minute rows lie in one partition a UTC day, hours and packed days in one a month. */
function spansOf(dayAt: number): Span[] {
  const day = new Date(dayAt)
  const month = (offset: number) => Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + offset, 1)
  const ofMonth = (parent: Span['parent']): Span => ({
    table: `${parent}_${digits(dayAt, 6)}`,
    parent,
    fromMs: month(0),
    toMs: month(1),
  })
  return [
    { table: `miner_5m_${digits(dayAt, 8)}`, parent: 'miner_5m', fromMs: dayAt, toMs: dayAt + dayMs },
    ofMonth('miner_1h'),
    ofMonth('past_hours'),
    ofMonth('packed_days'),
  ]
}

/** Makes sure that samples of given days can be stored, and drops what is past its retention. Caches which partitions exist. */
export type Partitions = {
  /** @param times any times within the days, ms. */
  ensure(times: Iterable<number>): Promise<void>
  ensureAhead(nowMs: number): Promise<void>
  /** @returns the names of the partitions that were dropped. Close silent buckets first. */
  dropExpired(nowMs: number): Promise<string[]>
}

export function createPartitions(store: Store): Partitions {
  const known = new Set<number>()

  async function create(days: readonly number[]): Promise<void> {
    const wanted = new Map(days.flatMap(spansOf).map((span) => [span.table, span]))
    await store.db.transaction().execute(async (trx) => {
      await lockInTransaction(trx, 'telemetry-partitions')
      const { rows } = await sql<{ name: string }>`
          SELECT relname AS name FROM pg_class
          WHERE relnamespace = 'public'::regnamespace AND relname = ANY(${[...wanted.keys()]}::text[])`.execute(
        trx,
      )
      for (const { name } of rows) wanted.delete(name)
      for (const { table, parent, fromMs, toMs } of wanted.values()) {
        // Attaching an empty table locks the parent less than creating a partition of it.
        const room = parent === 'miner_1h' ? sql`WITH (fillfactor = 60)` : sql``
        await sql`CREATE TABLE ${sql.ref(table)} (LIKE ${sql.ref(parent)} INCLUDING ALL) ${room}`.execute(trx)
        const [from, to] = [fromMs, toMs].map((ms) => sql.lit(new Date(ms).toISOString()))
        await sql`ALTER TABLE ${sql.ref(parent)} ATTACH PARTITION ${sql.ref(table)} FOR VALUES FROM (${from}) TO (${to})`.execute(
          trx,
        )
      }
    })
    for (const day of days) known.add(day)
  }

  const ensure = async (times: Iterable<number>) => {
    const missing = [...new Set(Array.from(times, utcMidnight))].filter((day) => !known.has(day))
    if (missing.length > 0) await create(missing)
  }

  return {
    ensure,
    ensureAhead: (nowMs) =>
      ensure(Array.from({ length: daysAhead + 2 }, (_, index) => nowMs + (index - 1) * dayMs)),
    async dropExpired(nowMs) {
      const oldest = oldestKept(nowMs)
      const { rows } = await sql<{ name: string }>`
        SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent IN ('miner_5m'::regclass, 'miner_1h'::regclass, 'past_hours'::regclass, 'packed_days'::regclass)`.execute(
        store.db,
      )
      const isExpired = (name: string) => {
        const [, year, month, day] = (/_(\d{4})(\d\d)(\d\d)?$/.exec(name) ?? []).map(Number)
        const end = day ? Date.UTC(year ?? 0, (month ?? 1) - 1, day + 1) : Date.UTC(year ?? 0, month ?? 1, 1)
        return end <= oldest
      }
      const expired = rows
        .map(({ name }) => name)
        .filter(isExpired)
        .sort()
      // A backup reads these tables for minutes; a drop that waits for it would make everyone else wait too. The next turn drops them.
      for (const name of expired) {
        const isDropped = await store.maintenance.transaction().execute(async (trx) => {
          if (!(await tryLockInTransaction(trx, backupLock))) return false
          await sql`DROP TABLE IF EXISTS ${sql.ref(name)}`.execute(trx)
          return true
        })
        if (!isDropped) return expired.slice(0, expired.indexOf(name))
      }
      for (const day of known) if (day < oldest) known.delete(day)
      await sql`DELETE FROM controller_5m WHERE bucket < ${new Date(oldest)}`.execute(store.maintenance)
      await sql`DELETE FROM controller_1h WHERE bucket < ${new Date(oldest)}`.execute(store.maintenance)
      return expired
    },
  }
}
