import { type BoxState, boxStates } from '@shipminer/domain/stock/box-stock'
import type { FreeBox } from '@shipminer/domain/stock/supply'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { BoxEventsTable, BoxesTable } from '../../platform/db/schema.ts'
import type { Queryable, Trx } from '../../platform/db/store.ts'

export type BoxRow = Selectable<BoxesTable>
export type BoxEventRow = Selectable<BoxEventsTable>

/** A box with the names that a list shows. */
export type ListedBoxRow = BoxRow & { productName: string; orderNumber: string | null; buyer: unknown }

export type BoxFilter = {
  /** For `to_tsquery`; null: every serial number. */
  query: string | null
  state: BoxState | null
  productId: string | null
  orderId: string | null
}

/** False: the serial number is known already. */
export async function insertBox(trx: Trx, box: Insertable<BoxesTable>): Promise<boolean> {
  const row = await trx
    .insertInto('boxes')
    .values(box)
    .onConflict((on) => on.column('serial').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function addBoxEvent(trx: Trx, event: Insertable<BoxEventsTable>): Promise<void> {
  await trx.insertInto('boxEvents').values(event).execute()
}

/** Newest first. */
export function listBoxEvents(db: Queryable, boxId: string, limit: number): Promise<BoxEventRow[]> {
  return db
    .selectFrom('boxEvents')
    .selectAll()
    .where('boxId', '=', boxId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function findBoxBySerial(db: Queryable, serial: string): Promise<BoxRow | null> {
  return (await db.selectFrom('boxes').selectAll().where('serial', '=', serial).executeTakeFirst()) ?? null
}

/** Locked until the transaction ends. */
export async function lockBox(trx: Trx, id: string): Promise<BoxRow | null> {
  const row = await trx.selectFrom('boxes').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row ?? null
}

export async function updateBox(trx: Trx, id: string, change: Updateable<BoxesTable>): Promise<void> {
  await trx.updateTable('boxes').set(change).where('id', '=', id).execute()
}

export async function deleteBox(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('boxes').where('id', '=', id).execute()
}

const filterBoxes = (db: Queryable, { query, state, productId, orderId }: BoxFilter) => {
  let found = db.selectFrom('boxes as b')
  if (query !== null)
    found = found.where(sql<boolean>`desk_words(b.serial) @@ to_tsquery('simple', ${query})`)
  if (state !== null) found = found.where('b.state', '=', state)
  if (productId !== null) found = found.where('b.productId', '=', productId)
  if (orderId !== null) found = found.where('b.orderId', '=', orderId)
  return found
}

const withNames = (found: ReturnType<typeof filterBoxes>) =>
  found
    .innerJoin('products as p', 'p.id', 'b.productId')
    .leftJoin('orders as o', 'o.id', 'b.orderId')
    .selectAll('b')
    .select(['p.name as productName', 'o.number as orderNumber', 'o.buyer'])

const everyBox: BoxFilter = { query: null, state: null, productId: null, orderId: null }

const sortedBy = {
  changedAt: sql`b.changed_at`,
  serial: sql`b.serial`,
  expected: sql`CASE WHEN b.state = 'ordered' THEN b.expected_on END`,
  installed: sql`b.installed_on`,
  warranty: sql`b.warranty_until`,
} as const

export type PageOfBoxes = {
  sort: keyof typeof sortedBy
  isAscending: boolean
  limit: number
  offset: number
}

/** A page of them; what has no such day comes last. */
export function listBoxes(
  db: Queryable,
  filter: BoxFilter,
  { sort, isAscending, limit, offset }: PageOfBoxes,
): Promise<ListedBoxRow[]> {
  return withNames(filterBoxes(db, filter))
    .orderBy(sortedBy[sort], (by) => (isAscending ? by.asc().nullsLast() : by.desc().nullsLast()))
    .orderBy('b.id')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function findListedBox(db: Queryable, id: string): Promise<ListedBoxRow | null> {
  return (await withNames(filterBoxes(db, everyBox)).where('b.id', '=', id).executeTakeFirst()) ?? null
}

export async function countBoxes(db: Queryable, filter: BoxFilter): Promise<number> {
  const { count } = await filterBoxes(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function countByState(db: Queryable): Promise<Record<BoxState, number>> {
  const rows = await db
    .selectFrom('boxes')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  const counts = new Map(rows.map(({ state, count }) => [state, Number(count)]))
  return Object.fromEntries(boxStates.map((state) => [state, counts.get(state) ?? 0])) as Record<
    BoxState,
    number
  >
}

/** Boxes of orders, in the order of their serial numbers. */
export async function listBoxesOf(db: Queryable, orderIds: readonly string[]): Promise<BoxRow[]> {
  if (orderIds.length === 0) return []
  return db.selectFrom('boxes').selectAll().where('orderId', 'in', orderIds).orderBy('serial').execute()
}

/** Boxes in the house that are for no order, by product. */
export async function listFreeBoxes(
  db: Queryable,
  productIds: readonly string[],
): Promise<(FreeBox & { productId: string })[]> {
  if (productIds.length === 0) return []
  return db
    .selectFrom('boxes')
    .select(['productId', 'state', 'expectedOn'])
    .where('productId', 'in', productIds)
    .where('orderId', 'is', null)
    .where('state', 'in', ['ordered', 'built', 'tested'])
    .execute()
}

/** How many boxes of open orders no box was assigned to, by product. */
export async function countWaiting(
  db: Queryable,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (productIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('orderLines as l')
    .innerJoin('orders as o', 'o.id', 'l.orderId')
    .select('l.productId')
    .select(
      sql<number>`sum(greatest(0, l.quantity - (SELECT count(*) FROM boxes b
        WHERE b.order_id = l.order_id AND b.order_position = l.position AND b.state <> 'returned')))::int`.as(
        'waiting',
      ),
    )
    .where('l.productId', 'in', productIds)
    .where('o.state', 'in', ['placed', 'confirmed', 'scheduled'])
    .groupBy('l.productId')
    .execute()
  return new Map(rows.map(({ productId, waiting }) => [productId, Number(waiting)]))
}

/** Takes an order that is over off the boxes that are still in the house. */
export async function takeOrderOff(trx: Trx, orderId: string, at: Date): Promise<BoxRow[]> {
  return trx
    .updateTable('boxes')
    .set({ orderId: null, orderPosition: null, changedAt: at })
    .where('orderId', '=', orderId)
    .where('state', 'in', ['ordered', 'built', 'tested'])
    .returningAll()
    .execute()
}
