import type { MinedCoin } from '@shipminer/domain/revenue/pool-coin'
import { sql } from 'kysely'
import { type Page, takePage } from '../../../platform/db/pages/take-page.ts'
import { safeSum } from '../../../platform/db/safe-sum.ts'
import type { Queryable } from '../../../platform/db/store.ts'
import type { ReceiptDay } from '../revenue-terms.ts'

export type ReceiptRow = {
  id: number
  shipId: string | null
  coin: MinedCoin
  amountSat: number
  at: Date
  source: 'pool-csv' | 'on-chain' | 'provider'
  paidTo: 'provider' | 'owner'
  reference: string
}
export type NewReceipt = Omit<ReceiptRow, 'id'>
export type PayoutRow = {
  id: number
  amountSat: number
  paidAt: Date
  txid: string | null
  note: string | null
}

/** What the provider paid out is on the chain too: it is no receipt, whichever of the two was recorded first. */
export const notPaidOut = sql<boolean>`NOT EXISTS (
  SELECT 1 FROM payouts p WHERE p.user_id = receipts.user_id AND receipts.source = 'on-chain' AND p.txid = split_part(receipts.reference, ':', 1))`

const receiptsOf = (db: Queryable, userId: string) =>
  db.selectFrom('receipts').where('userId', '=', userId).where(notPaidOut)

const columns = ['id', 'shipId', 'coin', 'amountSat', 'at', 'source', 'paidTo', 'reference'] as const

/** Newest first. */
export function listReceipts(db: Queryable, userId: string, limit: number): Promise<ReceiptRow[]> {
  return pageReceipts(db, userId, { sort: 'at', isAscending: false, offset: 0, limit })
}

type Wanted = { sort: 'at' | 'amount' } & Page

/** A page of them; amounts are compared within their coin. */
export function pageReceipts(
  db: Queryable,
  userId: string,
  { sort, ...page }: Wanted,
): Promise<ReceiptRow[]> {
  const receipts = receiptsOf(db, userId).select(columns)
  const found =
    sort === 'at'
      ? takePage(receipts, ['at', 'id'], page)
      : takePage(receipts.orderBy('coin', 'desc'), ['amountSat', 'id'], page)
  return found.execute()
}

export async function countReceipts(db: Queryable, userId: string): Promise<number> {
  const { count } = await receiptsOf(db, userId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Null when the owner has no such receipt; whether it counts, or is a payout of ours that the chain showed. */
export async function findReceipt(
  db: Queryable,
  userId: string,
  id: string,
): Promise<(ReceiptRow & { counts: boolean }) | null> {
  const row = await db
    .selectFrom('receipts')
    .select([...columns, notPaidOut.as('counts')])
    .where('userId', '=', userId)
    .where(sql<string>`id::text`, '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Oldest first; from one time (included) to another (excluded). */
export function listReceiptsBetween(
  db: Queryable,
  userId: string,
  from: Date,
  before: Date,
): Promise<ReceiptRow[]> {
  return receiptsOf(db, userId)
    .select(columns)
    .where('at', '>=', from)
    .where('at', '<', before)
    .orderBy('at')
    .orderBy('id')
    .execute()
}

/** What was recorded after one time and until another, oldest first; `after` null: from the beginning. */
export function listReceiptsBooked(
  db: Queryable,
  userId: string,
  after: Date | null,
  until: Date,
): Promise<ReceiptRow[]> {
  let query = receiptsOf(db, userId).where('importedAt', '<=', until)
  if (after) query = query.where('importedAt', '>', after)
  return query.select(columns).orderBy('at').orderBy('id').execute()
}

/** Everything ever received, by the account's day, ship and coin, oldest first. */
export async function sumReceiptsByDay(
  db: Queryable,
  userId: string,
  timeZone: string,
): Promise<ReceiptDay[]> {
  const day = sql<string>`(at AT TIME ZONE ${sql.lit(timeZone)})::date`
  return receiptsOf(db, userId)
    .select([day.as('day'), 'shipId', 'coin', safeSum('amount_sat').as('amountSat')])
    .groupBy([day, 'shipId', 'coin'])
    .orderBy(day)
    .execute()
}

/** Totals up to a moment (not including it), by coin and by recipient. */
export function sumReceipts(
  db: Queryable,
  userId: string,
  before?: Date,
): Promise<{ coin: MinedCoin; paidTo: 'provider' | 'owner'; amountSat: number }[]> {
  let query = receiptsOf(db, userId)
  if (before) query = query.where('at', '<', before)
  return query
    .select(['coin', 'paidTo', safeSum('amount_sat').as('amountSat')])
    .groupBy(['coin', 'paidTo'])
    .execute()
}

/** Newest first. */
export function listPayouts(db: Queryable, userId: string, limit: number): Promise<PayoutRow[]> {
  return pagePayouts(db, userId, { sort: 'at', isAscending: false, offset: 0, limit })
}

export function pagePayouts(db: Queryable, userId: string, { sort, ...page }: Wanted): Promise<PayoutRow[]> {
  const payouts = db
    .selectFrom('payouts')
    .select(['id', 'amountSat', 'paidAt', 'txid', 'note'])
    .where('userId', '=', userId)
  return takePage(payouts, [sort === 'at' ? 'paidAt' : 'amountSat', 'id'], page).execute()
}

export async function countPayouts(db: Queryable, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('payouts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Oldest first; from one time (included) to another (excluded). */
export function listPayoutsBetween(
  db: Queryable,
  userId: string,
  from: Date,
  before: Date,
): Promise<PayoutRow[]> {
  return db
    .selectFrom('payouts')
    .select(['id', 'amountSat', 'paidAt', 'txid', 'note'])
    .where('userId', '=', userId)
    .where('paidAt', '>=', from)
    .where('paidAt', '<', before)
    .orderBy('paidAt')
    .orderBy('id')
    .execute()
}

export async function sumPayouts(db: Queryable, userId: string, before?: Date): Promise<number> {
  let query = db.selectFrom('payouts').where('userId', '=', userId)
  if (before) query = query.where('paidAt', '<', before)
  const { amountSat } = await query
    .select(sql<number>`coalesce(${safeSum('amount_sat')}, 0)`.as('amountSat'))
    .executeTakeFirstOrThrow()
  return amountSat
}
