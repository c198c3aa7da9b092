import type { OfferState } from '@shipminer/domain/orders/offer'
import { type Insertable, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { findFew } from '../../platform/db/pages/find-few.ts'
import type { Database, OffersTable } from '../../platform/db/schema.ts'
import type { Queryable, Trx } from '../../platform/db/store.ts'
import { hasWords } from '../../platform/search-terms.ts'

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

type OfferFilter = {
  state: OfferState | null
  /** The seller's day, ISO date. */
  today: string
  /** All of them are in what is found. */
  words: readonly string[]
  /** Only these. */
  ids?: readonly string[] | undefined
}

const sortedBy = {
  createdAt: sql`f.created_at`,
  number: sql`f.number`,
  buyer: sql`lower(coalesce(nullif(f.buyer->>'company', ''), f.buyer->>'lastName', f.email))`,
  amount: sql`f.unit_gross_cents * f.quantity`,
  validUntil: sql`f.valid_until`,
} as const

type OfferTables = Database & { f: OffersTable }
type PageOfOffers = { sort: keyof typeof sortedBy; isAscending: boolean; limit: number; offset: number }

/** As `offerState` of the domain has it. */
const stateOn = (today: string) => sql<OfferState>`CASE
  WHEN f.order_id IS NOT NULL THEN 'accepted'
  WHEN f.withdrawn_at IS NOT NULL THEN 'withdrawn'
  WHEN f.valid_until < ${today}::date THEN 'expired'
  ELSE 'open' END`

function isFound({ state, today, words, ids }: OfferFilter) {
  if (ids !== undefined) return sql<boolean>`f.id = ANY(${[...ids]}::uuid[])`
  const isIn = state === null ? sql<boolean>`true` : sql<boolean>`${stateOn(today)} = ${state}`
  return words.length === 0 ? isIn : sql<boolean>`${isIn} AND ${hasWords(sql`f.search_words`, words)}`
}

/** A page of them; of the same, the newest first. Only what is on it is read from the table. `total` null: it was not counted. */
export async function pageOffers(
  db: Queryable,
  filter: OfferFilter,
  { sort, isAscending, limit, offset }: PageOfOffers,
): Promise<{ rows: ListedOfferRow[]; total: number | null }> {
  const ordered = <Row>(found: SelectQueryBuilder<OfferTables, 'f', Row>) =>
    found
      .orderBy(sortedBy[sort], isAscending ? 'asc' : 'desc')
      .orderBy('f.createdAt', 'desc')
      .orderBy('f.id')
  const found = db.selectFrom('offers as f').select('f.id').where(isFound(filter))
  const few = filter.words.length > 0 ? await findFew(found) : null
  if (few?.length === 0) return { rows: [], total: 0 }
  const chosen = few === null ? found : db.selectFrom('offers as f').select('f.id').where('f.id', 'in', few)
  const page = ordered(chosen).limit(limit).offset(offset)
  const rows = await ordered(selectOffers(db).where('f.id', 'in', page)).execute()
  return { rows, total: few === null ? null : few.length }
}

export async function countOffers(db: Queryable, filter: OfferFilter): Promise<number> {
  const { count } = await db
    .selectFrom('offers as f')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(isFound(filter))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function countOfferStates(db: Queryable, today: string): Promise<Record<OfferState, number>> {
  const rows = await db
    .selectFrom('offers as f')
    .select(({ fn }) => [stateOn(today).as('state'), fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  const counts = { open: 0, accepted: 0, withdrawn: 0, expired: 0 }
  for (const { state, count } of rows) counts[state] = Number(count)
  return counts
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
