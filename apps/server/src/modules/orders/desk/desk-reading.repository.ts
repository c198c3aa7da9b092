import type { FulfilmentState, OrderState, PaymentState } from '@shipminer/domain/orders/order'
import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { containing } from '../../../platform/db/like-pattern.ts'
import { findFew } from '../../../platform/db/pages/find-few.ts'
import { type Page, sortBy, takePage } from '../../../platform/db/pages/take-page.ts'
import type { Database } from '../../../platform/db/schema.ts'
import type { Queryable } from '../../../platform/db/store.ts'
import type { OrderRow } from '../orders.repository.ts'

/** What an order waits for: that it is planned, that it is fitted (by a day at the latest), or its money (`unpaid`). */
type Waits =
  | { for: 'planning' }
  | { for: 'installation'; until: string }
  | { for: 'payment'; lapseUntil: Date }

export type OrderSearch = {
  /** Part of a number, name, e-mail or company; case-insensitive. */
  text: string | null
  states: readonly OrderState[] | null
  payment: PaymentState | null
  fulfilment: FulfilmentState | null
  waits: Waits | null
  before: Date | null
  limit: number
}

/** Pages that are counted, by a chosen order. */
export type OrderPage = { sort: keyof typeof sortColumns } & Page

/** Each has an index that walks in this order. */
const sortColumns = { placedAt: 'placedAt', number: 'number', amount: 'grossCents' } as const

type Conditions = ExpressionBuilder<Database, 'orders'>

/** Newest first, with those placed at the same time as the last one. */
export function searchOrders(db: Queryable, search: OrderSearch): Promise<OrderRow[]> {
  const { before, limit } = search
  let query = selectOrders(db, search).selectAll()
  if (before !== null) query = query.where('placedAt', '<', before)
  return query.orderBy('placedAt', 'desc').fetch(limit, 'with ties').execute()
}

/** A page of a chosen order, and how many there are in all of its pages; the rows alone are read from the table, all else from an index. */
export async function pageOfOrders(
  db: Queryable,
  filter: OrderFilter,
  { sort, ...page }: OrderPage,
): Promise<{ rows: OrderRow[]; total: number; byState: Partial<Record<OrderState, number>> }> {
  const byState = await countOrdersByState(db)
  const columns = [sortColumns[sort], 'id'] as const
  const chosen = db.selectFrom('orders').selectAll()
  const few = filter.text === null ? null : await findFew(selectOrders(db, filter).select('id'))
  if (few?.length === 0) return { rows: [], total: 0, byState }
  if (few !== null) {
    const rows = await takePage(chosen.where('id', 'in', few), columns, page).execute()
    return { rows, total: few.length, byState }
  }
  const ids = takePage(selectOrders(db, filter).select('id'), columns, page)
  const rows = await sortBy(chosen.where('id', 'in', ids), columns, page.isAscending).execute()
  return { rows, total: knownTotal(filter, byState) ?? (await countOrders(db, filter)), byState }
}

/** How many there are in some states, or in all: they are counted already. */
function knownTotal(
  { text, states, payment, fulfilment, waits }: OrderFilter,
  byState: Partial<Record<OrderState, number>>,
): number | null {
  if (text !== null || payment !== null || fulfilment !== null || waits !== null) return null
  const counts = states === null ? Object.values(byState) : states.map((state) => byState[state] ?? 0)
  return counts.reduce((sum, count) => sum + count, 0)
}

export async function countOrders(db: Queryable, search: OrderFilter): Promise<number> {
  const { count } = await selectOrders(db, search)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function countOrdersByState(db: Queryable): Promise<Partial<Record<OrderState, number>>> {
  const rows = await db
    .selectFrom('orders')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]))
}

export type OrderFilter = Pick<OrderSearch, 'text' | 'states' | 'payment' | 'fulfilment' | 'waits'>

function selectOrders(db: Queryable, { text, states, payment, fulfilment, waits }: OrderFilter) {
  let query = db.selectFrom('orders')
  if (text !== null) query = query.where(sql<boolean>`search_words LIKE lower(${containing(text)}::text)`)
  if (states !== null) query = query.where('state', 'in', states)
  if (payment !== null) query = query.where('payment', '=', payment)
  if (fulfilment !== null) query = query.where('fulfilment', '=', fulfilment)
  if (waits?.for === 'planning') query = query.where(isToPlan)
  if (waits?.for === 'installation') query = query.where(isPlannedBy(waits.until))
  if (waits?.for === 'payment') query = query.where(isUnpaid(waits.lapseUntil))
  return query
}

/** Newest first. */
export function listOrdersByIds(db: Queryable, ids: readonly string[]): Promise<OrderRow[]> {
  if (ids.length === 0) return Promise.resolve([])
  return db.selectFrom('orders').selectAll().where('id', 'in', ids).orderBy('placedAt', 'desc').execute()
}

export async function orderNumbers(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('orders').select(['id', 'number']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, number }) => [id, number]))
}

/** Confirmed orders without a day for their installation, and what they are worth; those on hold for their money are not among them. */
const isToPlan = (is: Conditions) =>
  is.and([
    is('state', '=', 'confirmed'),
    is.or([is('payment', '=', 'paid'), is('method', '=', 'pay_on_delivery')]),
  ])
const toPlan = (db: Queryable) => db.selectFrom('orders').where(isToPlan)

export async function sumOrdersToPlan(
  db: Queryable,
): Promise<{ count: number; grossCents: number; since: Date | null }> {
  const row = await toPlan(db)
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.sum<number | null>('grossCents').as('grossCents'),
      fn.min<Date | null>('placedAt').as('since'),
    ])
    .executeTakeFirstOrThrow()
  return { count: Number(row.count), grossCents: Number(row.grossCents ?? 0), since: row.since }
}

/** Oldest first. */
export function listOrdersToPlan(db: Queryable, limit: number) {
  return toPlan(db).select(['id', 'number', 'buyer']).orderBy('placedAt').limit(limit).execute()
}

const isPlannedBy = (until: string) => (is: Conditions) =>
  is.and([is('state', '=', 'scheduled'), is('installationOn', '<=', until)])
const plannedOrders = (db: Queryable, until: string) => db.selectFrom('orders').where(isPlannedBy(until))

export const countInstallations = (db: Queryable, until: string): Promise<number> =>
  countOf(plannedOrders(db, until))

/** Orders whose installation is planned for that day at the latest, earliest first. */
export function listInstallations(db: Queryable, until: string, limit: number) {
  return plannedOrders(db, until)
    .select(['id', 'number', 'buyer', 'installationOn'])
    .orderBy('installationOn')
    .orderBy('id')
    .limit(limit)
    .execute()
}

const isUnpaid = (lapseUntil: Date) => (is: Conditions) =>
  is.and([
    is('payment', 'in', ['unpaid', 'pending', 'partially_paid']),
    is.or([
      is.and([is('state', '=', 'confirmed'), is('expiresAt', '<=', lapseUntil)]),
      is('state', 'in', ['installed', 'completed']),
      is.and([is('state', 'in', ['confirmed', 'scheduled']), is('method', '<>', 'pay_on_delivery')]),
    ]),
  ])
const unpaid = (db: Queryable, lapseUntil: Date) => db.selectFrom('orders').where(isUnpaid(lapseUntil))

export const countUnpaid = (db: Queryable, lapseUntil: Date): Promise<number> =>
  countOf(unpaid(db, lapseUntil))

/** Orders that lapse by then unless somebody plans them, and those whose boxes or day the buyer has without the money; oldest first. */
export function listUnpaid(db: Queryable, lapseUntil: Date, limit: number) {
  return unpaid(db, lapseUntil).selectAll().orderBy('placedAt').orderBy('id').limit(limit).execute()
}

async function countOf(query: SelectQueryBuilder<Database, 'orders', object>): Promise<number> {
  const { count } = await query
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** How many refunds are to be paid, and what they come to. */
export async function sumOpenRefunds(db: Queryable): Promise<{ count: number; cents: number }> {
  const row = await db
    .selectFrom('refunds')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number | null>('amountCents').as('cents')])
    .where('status', '=', 'requested')
    .executeTakeFirstOrThrow()
  return { count: Number(row.count), cents: Number(row.cents ?? 0) }
}

/** What buyers of orders that are not over still have to pay. */
export async function sumReceivable(db: Queryable): Promise<number> {
  const row = await db
    .selectFrom('orders')
    .select(sql<number | null>`sum(gross_cents - received_cents)`.as('cents'))
    .where('payment', 'in', ['unpaid', 'pending', 'partially_paid'])
    .where('state', 'in', ['placed', 'confirmed', 'scheduled', 'installed'])
    .executeTakeFirstOrThrow()
  return Number(row.cents ?? 0)
}
