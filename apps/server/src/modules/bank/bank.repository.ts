import { type Insertable, type Selectable, sql } from 'kysely'
import { type Page, takePage } from '../../platform/db/pages/take-page.ts'
import type { BankBookingsTable, BankEntriesTable } from '../../platform/db/schema.ts'
import type { Queryable, Trx } from '../../platform/db/store.ts'
import type { KeptEntry } from './entry-identity.policy.ts'

export type BankEntryRow = Selectable<BankEntriesTable>

/** A page of what was imported of some accounts and days, and of every entry with one of the bank references; `after` is an id, 0 first. */
export async function listKept(
  db: Queryable,
  of: { accounts: readonly string[]; days: readonly string[]; references: readonly string[] },
  { after, limit }: { after: number; limit: number },
): Promise<{ rows: KeptEntry[]; last: number | null }> {
  const found = await db
    .selectFrom('bankEntries')
    .select([
      'id',
      'entryKey',
      'accountIban',
      'bookedOn',
      'amountCents',
      'currency',
      'reference',
      'remittance',
      'counterpartyIban',
      'bankReference',
      'transactionReference',
      'batchTotalCents',
      'source',
    ])
    .where('id', '>', after)
    .where(
      sql<boolean>`account_iban = ANY(${[...of.accounts]}::text[])
        AND (booked_on = ANY(${[...of.days]}::date[]) OR bank_reference = ANY(${[...of.references]}::text[]))`,
    )
    .orderBy('id')
    .limit(limit)
    .execute()
  const last = found.length < limit ? null : (found.at(-1)?.id ?? null)
  return { rows: found.map(({ id: _id, ...row }) => row), last }
}

/** What the bank holds for each order, by id: the sum of its bookings. */
export async function sumBookingsByOrder(db: Queryable): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('bankBookings')
    .select(['orderId', sql<string>`sum(amount_cents)::text`.as('sum')])
    .groupBy('orderId')
    .execute()
  return new Map(rows.map(({ orderId, sum }) => [orderId, Number(sum)]))
}

/** Stores many at once; those whose key exists already stay as they are. */
export async function insertEntries(
  trx: Trx,
  entries: readonly Insertable<BankEntriesTable>[],
): Promise<void> {
  if (entries.length === 0) return
  await trx
    .insertInto('bankEntries')
    .values([...entries])
    .onConflict((conflict) => conflict.column('entryKey').doNothing())
    .execute()
}

/** Its id; null when the entry exists already. */
export async function insertEntry(trx: Trx, entry: Insertable<BankEntriesTable>): Promise<number | null> {
  const row = await trx
    .insertInto('bankEntries')
    .values(entry)
    .onConflict((conflict) => conflict.column('entryKey').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

const openEntrySorts = { bookedOn: 'bookedOn', amount: 'amountCents', from: 'counterpartyName' } as const
export type OpenEntriesPage = { sort: keyof typeof openEntrySorts } & Page

/** A page of the entries that a person has to look at. */
export function listOpenEntries(db: Queryable, { sort, ...page }: OpenEntriesPage): Promise<BankEntryRow[]> {
  const open = db.selectFrom('bankEntries').selectAll().where('outcome', '=', 'open')
  return takePage(open, [openEntrySorts[sort], 'id'], page).execute()
}

/** Entries that could not be matched, and their sum; `since`: the day of the oldest of them, ISO date. */
export async function sumOpenEntries(
  db: Queryable,
): Promise<{ count: number; cents: number; since: string | null }> {
  const row = await db
    .selectFrom('bankEntries')
    .where('outcome', '=', 'open')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.sum<number | null>('amountCents').as('cents'),
      sql<string | null>`min(booked_on)::text`.as('since'),
    ])
    .executeTakeFirstOrThrow()
  return { count: Number(row.count), cents: Number(row.cents ?? 0), since: row.since }
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
    .forNoKeyUpdate()
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
