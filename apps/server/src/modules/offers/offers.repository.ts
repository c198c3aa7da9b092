import type { OfferState } from '@shipminer/domain/orders/offer'
import type { Insertable, Selectable } from 'kysely'
import type { OffersTable } from '../../platform/db/schema.ts'
import type { Queryable, Trx } from '../../platform/db/store.ts'

export type OfferRow = Selectable<OffersTable>
/** An offer with what it led to and what it answers. */
export type ListedOfferRow = OfferRow & { orderNumber: string | null; leadReference: string | null }

export async function insertOffer(trx: Trx, offer: Insertable<OffersTable>): Promise<void> {
  await trx.insertInto('offers').values(offer).execute()
}

export async function findOffer(db: Queryable, id: string): Promise<OfferRow | null> {
  return (await db.selectFrom('offers').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** Locked until the transaction ends. */
export async function lockOffer(trx: Trx, id: string): Promise<OfferRow | null> {
  const row = await trx
    .selectFrom('offers')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

const selectOffers = (db: Queryable) =>
  db
    .selectFrom('offers as f')
    .leftJoin('orders as o', 'o.id', 'f.orderId')
    .leftJoin('inquiries as i', 'i.id', 'f.inquiryId')
    .selectAll('f')
    .select(['o.number as orderNumber', 'i.reference as leadReference'])

export async function findListedOffer(db: Queryable, id: string): Promise<ListedOfferRow | null> {
  return (await selectOffers(db).where('f.id', '=', id).executeTakeFirst()) ?? null
}

/** Newest first; rows of the same time as the last one are included. */
export function listOffers(
  db: Queryable,
  {
    state,
    today,
    before,
    limit,
  }: {
    state: OfferState | null
    /** The seller's day, ISO date. */
    today: string
    before: Date | null
    limit: number
  },
): Promise<ListedOfferRow[]> {
  let query = selectOffers(db)
  if (before !== null) query = query.where('f.createdAt', '<', before)
  if (state === 'accepted') query = query.where('f.orderId', 'is not', null)
  else if (state !== null) {
    query = query.where('f.orderId', 'is', null)
    if (state === 'withdrawn') query = query.where('f.withdrawnAt', 'is not', null)
    else
      query = query
        .where('f.withdrawnAt', 'is', null)
        .where('f.validUntil', state === 'open' ? '>=' : '<', today)
  }
  return query.orderBy('f.createdAt', 'desc').fetch(limit, 'with ties').execute()
}

export async function markAccepted(trx: Trx, id: string, orderId: string, at: Date): Promise<void> {
  await trx.updateTable('offers').set({ orderId, acceptedAt: at }).where('id', '=', id).execute()
}

export async function markWithdrawn(trx: Trx, id: string, at: Date): Promise<void> {
  await trx.updateTable('offers').set({ withdrawnAt: at }).where('id', '=', id).execute()
}

/** Deletes offers that nobody accepted and that could last be accepted before a day (ISO date). @returns how many. */
export async function deleteOffersBefore(db: Queryable, day: string): Promise<number> {
  const result = await db
    .deleteFrom('offers')
    .where('orderId', 'is', null)
    .where('validUntil', '<', day)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
