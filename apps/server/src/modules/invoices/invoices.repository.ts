import { type Insertable, sql } from 'kysely'
import type { InvoicesTable } from '../../platform/db/schema.ts'
import type { Queryable, Trx } from '../../platform/db/store.ts'
import { type DocumentKind, type InvoiceSnapshot, InvoiceSnapshotSchema } from './invoice.ts'

/** The next number of a year; the row stays locked until the transaction ends, so that there are no gaps and no twins. */
export async function nextInvoiceSequence(trx: Trx, year: number): Promise<number> {
  const { value } = await trx
    .insertInto('counters')
    .values({ name: `invoice:${year}`, value: 1 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: sql`counters.value + 1` }))
    .returning('value')
    .executeTakeFirstOrThrow()
  return value
}

export async function insertInvoice(trx: Trx, invoice: Insertable<InvoicesTable>): Promise<void> {
  await trx.insertInto('invoices').values(invoice).execute()
}

/** The invoices of an order that no credit note has cancelled, oldest first. */
export function listStanding(
  db: Queryable,
  orderId: string,
): Promise<{ number: string; kind: DocumentKind; snapshot: unknown }[]> {
  return db
    .selectFrom('invoices as i')
    .leftJoin('invoices as c', 'c.credits', 'i.number')
    .select(['i.number', 'i.kind', 'i.snapshot'])
    .where('i.orderId', '=', orderId)
    .where('i.kind', '<>', 'credit')
    .where('c.number', 'is', null)
    .orderBy('i.year')
    .orderBy('i.sequence')
    .execute()
}

/** Of one order, oldest first. */
export function listInvoices(
  db: Queryable,
  orderId: string,
): Promise<{ number: string; kind: DocumentKind; issuedAt: Date }[]> {
  return db
    .selectFrom('invoices')
    .select(['number', 'kind', 'issuedAt'])
    .where('orderId', '=', orderId)
    .orderBy('year')
    .orderBy('sequence')
    .execute()
}

export async function findInvoice(
  db: Queryable,
  number: string,
): Promise<{ snapshot: unknown; pdf: Uint8Array | null } | null> {
  const row = await db
    .selectFrom('invoices')
    .select(['snapshot', 'pdf'])
    .where('number', '=', number)
    .executeTakeFirst()
  return row ?? null
}

/** Stores the first one only: a document that was sent stays as it was. Returns what is stored. */
export async function keepPdf(db: Queryable, number: string, pdf: Uint8Array): Promise<Uint8Array> {
  await db
    .updateTable('invoices')
    .set({ pdf })
    .where('number', '=', number)
    .where('pdf', 'is', null)
    .execute()
  return (await findInvoice(db, number))?.pdf ?? pdf
}

export async function hasStatementsOf(db: Queryable, iban: string): Promise<boolean> {
  const row = await db
    .selectFrom('bankEntries')
    .select('id')
    .where('accountIban', '=', iban)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Our accounts that statements were imported of, with since when. */
export async function listStatementAccounts(db: Queryable): Promise<{ iban: string; since: Date }[]> {
  return db
    .selectFrom('bankEntries')
    .select((eb) => ['accountIban as iban', eb.fn.min('importedAt').as('since')])
    .groupBy('accountIban')
    .execute()
}

/** An account as the newest document that names it does; null when none does. */
export async function bankOnInvoices(
  db: Queryable,
  iban: string,
): Promise<Omit<InvoiceSnapshot['bank'], 'reference'> | null> {
  const row = await db
    .selectFrom('invoices')
    .select('snapshot')
    .where(sql<string>`snapshot->'bank'->>'iban'`, '=', iban)
    .orderBy('year', 'desc')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const { reference: _, ...bank } = InvoiceSnapshotSchema.parse(row.snapshot).bank
  return bank
}
