import { type Insertable, type Selectable, sql } from 'kysely'
import type { BankBookingsTable, BankEntriesTable } from '../../platform/db/schema.ts'
import type { Queryable, Trx } from '../../platform/db/store.ts'

export type BankEntryRow = Selectable<BankEntriesTable>

/** Those of the keys that were imported before. */
export async function findSeenKeys(db: Queryable, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db
    .selectFrom('bankEntries')
    .select('entryKey')
    .where(sql<boolean>`entry_key = ANY(${keys}::text[])`)
    .execute()
  return new Set(rows.map(({ entryKey }) => entryKey))
}

/** Its id; null when the entry is there already. */
export async function insertEntry(trx: Trx, entry: Insertable<BankEntriesTable>): Promise<number | null> {
  const row = await trx
    .insertInto('bankEntries')
    .values(entry)
    .onConflict((conflict) => conflict.column('entryKey').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Entries that a person has to look at, oldest first. */
export function listOpenEntries(db: Queryable, limit: number): Promise<BankEntryRow[]> {
  return db
    .selectFrom('bankEntries')
    .selectAll()
    .where('outcome', '=', 'open')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function countOpenEntries(db: Queryable): Promise<number> {
  const { count } = await db
    .selectFrom('bankEntries')
    .where('outcome', '=', 'open')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Null when there is none with that id. */
export async function findEntry(db: Queryable, id: number): Promise<BankEntryRow | null> {
  const row = await db.selectFrom('bankEntries').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** The open entry, locked until the transaction ends; null when there is none with that id. */
export async function lockOpenEntry(trx: Trx, id: number): Promise<BankEntryRow | null> {
  const row = await trx
    .selectFrom('bankEntries')
    .selectAll()
    .where('id', '=', id)
    .where('outcome', '=', 'open')
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function settleEntry(
  trx: Trx,
  id: number,
  outcome: 'booked' | 'ignored',
  why: string,
): Promise<void> {
  await trx.updateTable('bankEntries').set({ outcome, why }).where('id', '=', id).execute()
}

export async function insertBooking(trx: Trx, booking: Insertable<BankBookingsTable>): Promise<void> {
  await trx.insertInto('bankBookings').values(booking).execute()
}

/** What the bank holds for an order: the sum of its bookings. */
export async function sumBookings(trx: Trx, orderId: string): Promise<number> {
  const { sum } = await trx
    .selectFrom('bankBookings')
    .select(sql<string>`coalesce(sum(amount_cents), 0)::text`.as('sum'))
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow()
  return Number(sum)
}
