import { type Insertable, sql } from 'kysely'
import type { InvoicesTable } from '../../platform/db/schema.ts'
import type { Queryable, Trx } from '../../platform/db/store.ts'
import type { DocumentKind } from './invoice.ts'

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
