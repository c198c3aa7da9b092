import { randomUUID } from 'node:crypto'
import type { RefundWay } from '@shipminer/domain/orders/refund-proof'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { sortBy, takePage } from '../../platform/db/pages/take-page.ts'
import type {
  OrderEventsTable,
  OrderLinesTable,
  OrdersTable,
  RefundsTable,
} from '../../platform/db/schema.ts'
import type { Queryable, Trx } from '../../platform/db/store.ts'
import { isUuid } from '../../platform/is-uuid.ts'

export type OrderRow = Selectable<OrdersTable>
export type OrderLineRow = Selectable<OrderLinesTable>
export type OrderEventRow = Selectable<OrderEventsTable>
export type RefundRow = Selectable<RefundsTable>
export type ListedRefundRow = RefundRow & Pick<OrderRow, 'number' | 'method' | 'buyer'>
export type RefundSearch = {
  /** `open`: to be paid, and no run pays it; `unpaid`: with those in a run. */
  status: 'open' | 'unpaid' | 'paid'
  before: Date | null
  limit: number
  /** Pages that are counted, by a chosen order. */
  paged?: { sort: keyof typeof refundSorts; isAscending: boolean; offset: number }
}
/** Record of a paid refund: how it was paid, the proof, the day (ISO date), and who recorded it. */
export type RefundProof = { way: RefundWay; reference: string; on: string; operator: string }

/** The next number of a sequence without gaps: a second caller waits until the first has committed or rolled back. */
export async function nextNumber(trx: Trx, sequence: string): Promise<number> {
  const { value } = await trx
    .insertInto('counters')
    .values({ name: sequence, value: 1 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: sql`counters.value + 1` }))
    .returning('value')
    .executeTakeFirstOrThrow()
  return value
}

export async function insertOrder(
  trx: Trx,
  order: Insertable<OrdersTable>,
  lines: readonly Omit<Insertable<OrderLinesTable>, 'orderId'>[],
): Promise<OrderRow> {
  const row = await trx.insertInto('orders').values(order).returningAll().executeTakeFirstOrThrow()
  await trx
    .insertInto('orderLines')
    .values(lines.map((line) => ({ ...line, orderId: row.id })))
    .execute()
  return row
}

/** Null when it is not an id, or does not exist. */
export async function findOrder(db: Queryable, id: string): Promise<OrderRow | null> {
  if (!isUuid(id)) return null
  return (await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** Locked until the transaction ends. Everything that changes an order starts here. */
export async function lockOrder(trx: Trx, id: string): Promise<OrderRow | null> {
  if (!isUuid(id)) return null
  return (
    (await trx.selectFrom('orders').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()) ??
    null
  )
}

export async function findOrderIdByNumber(db: Queryable, number: string): Promise<string | null> {
  const row = await db.selectFrom('orders').select('id').where('number', '=', number).executeTakeFirst()
  return row?.id ?? null
}

/** Orders that a transfer may be for, or a refund that comes back: all of them. */
export function listMatchable(db: Queryable): Promise<OrderRow[]> {
  return db.selectFrom('orders').selectAll().orderBy('number').execute()
}

/** Orders with a refund, open or paid. */
export async function listRefundedOrderIds(db: Queryable): Promise<Set<string>> {
  const rows = await db.selectFrom('refunds').select('orderId').distinct().execute()
  return new Set(rows.map(({ orderId }) => orderId))
}

export function listOrdersOf(db: Queryable, userId: string): Promise<OrderRow[]> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('placedAt', 'desc')
    .orderBy('number', 'desc')
    .execute()
}

export function updateOrder(trx: Trx, id: string, change: Updateable<OrdersTable>): Promise<OrderRow> {
  return trx.updateTable('orders').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

export function listLines(db: Queryable, orderIds: readonly string[]): Promise<OrderLineRow[]> {
  if (orderIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('orderLines')
    .selectAll()
    .where('orderId', 'in', orderIds)
    .orderBy('orderId')
    .orderBy('position')
    .execute()
}

export async function addEvent(
  trx: Trx,
  event: Omit<Insertable<OrderEventsTable>, 'data'> & { data?: Record<string, unknown> },
): Promise<void> {
  await trx
    .insertInto('orderEvents')
    .values({ ...event, data: JSON.stringify(event.data ?? {}) })
    .execute()
}

/** Oldest first. */
export function listEvents(db: Queryable, orderId: string): Promise<OrderEventRow[]> {
  return db.selectFrom('orderEvents').selectAll().where('orderId', '=', orderId).orderBy('id').execute()
}

/** Which event of an order is its newest; with each change it is another. */
export async function orderVersion(db: Queryable, orderId: string): Promise<number> {
  const { version } = await db
    .selectFrom('orderEvents')
    .select(({ fn }) => fn.max('id').as('version'))
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow()
  return Number(version)
}

export type Balance = { pendingCents: number; receivedCents: number }

export async function findBalance(trx: Trx, orderId: string, source: string): Promise<Balance | null> {
  const row = await trx
    .selectFrom('orderBalances')
    .select(['pendingCents', 'receivedCents'])
    .where('orderId', '=', orderId)
    .where('source', '=', source)
    .executeTakeFirst()
  return row ?? null
}

export async function writeBalance(
  trx: Trx,
  key: { orderId: string; source: string },
  balance: Balance,
  at: Date,
): Promise<void> {
  await trx
    .insertInto('orderBalances')
    .values({ ...key, ...balance, updatedAt: at })
    .onConflict((conflict) =>
      conflict.columns(['orderId', 'source']).doUpdateSet({ ...balance, updatedAt: at }),
    )
    .execute()
}

/** Sum over all sources. */
export async function sumBalances(trx: Trx, orderId: string): Promise<Balance> {
  const row = await trx
    .selectFrom('orderBalances')
    .select([
      sql<string>`coalesce(sum(pending_cents), 0)::text`.as('pending'),
      sql<string>`coalesce(sum(received_cents), 0)::text`.as('received'),
    ])
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow()
  return { pendingCents: Number(row.pending), receivedCents: Number(row.received) }
}

/** Received by other means than payment intents, euro cents. */
export async function sumReceivedElsewhere(db: Queryable, orderId: string): Promise<number> {
  const row = await db
    .selectFrom('orderBalances')
    .select(sql<string>`coalesce(sum(received_cents), 0)::text`.as('received'))
    .where('orderId', '=', orderId)
    .where('source', 'not like', 'intent:%')
    .executeTakeFirstOrThrow()
  return Number(row.received)
}

/** Whether anything is still to be done for an order of a user: it is under way, not paid, or money of it goes back. */
export async function hasUnfinishedOrder(db: Queryable, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('orders as o')
    .select('o.id')
    .where('o.userId', '=', userId)
    .where(({ or, and, eb, exists, selectFrom }) =>
      or([
        eb('o.state', 'in', ['draft', 'placed', 'confirmed', 'scheduled']),
        and([eb('o.state', '=', 'installed'), eb('o.payment', '<>', 'paid')]),
        eb('o.payment', '=', 'refund_pending'),
        exists(
          selectFrom('refunds as r')
            .select('r.id')
            .whereRef('r.orderId', '=', 'o.id')
            .where('r.status', '=', 'requested'),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Orders whose time to pay is over, or half over, and those that lapse soon unless they are planned: those that the timer has to check. By id, behind one of them. */
export function listDueOrders(
  db: Queryable,
  due: { expired: Date; placedBefore: Date; unplannedUntil: Date },
  { limit, behind }: { limit: number; behind: string | null },
): Promise<{ id: string }[]> {
  return db
    .selectFrom('orders')
    .select('id')
    .where('state', 'in', ['placed', 'confirmed'])
    .where((is) =>
      is.or([
        is('expiresAt', '<=', due.expired),
        is.and([
          is('method', '=', 'pay_on_delivery'),
          is('remindedAt', 'is', null),
          is('expiresAt', '<=', due.unplannedUntil),
        ]),
        is.and([
          is('method', '=', 'bank_transfer'),
          is('remindedAt', 'is', null),
          is('payment', '<>', 'partially_paid'),
          is('methodChosenAt', '<=', due.placedBefore),
        ]),
      ]),
    )
    .$if(behind !== null, (query) => query.where('id', '>', behind))
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Refunds of an order without dropped ones, oldest first. */
export function listRefunds(trx: Queryable, orderId: string): Promise<RefundRow[]> {
  return trx
    .selectFrom('refunds')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('status', '<>', 'dropped')
    .orderBy('requestedAt')
    .orderBy('id')
    .execute()
}

type NewRefund = Pick<RefundRow, 'orderId' | 'amountCents' | 'reason'>

/** @returns its id. */
export async function insertRefund(trx: Trx, refund: NewRefund, at: Date): Promise<string> {
  const id = randomUUID()
  await trx
    .insertInto('refunds')
    .values({ ...refund, id, status: 'requested', requestedAt: at })
    .execute()
  return id
}

/** Refunds of an order that are not paid, dropped ones included, oldest first. */
export function listUnpaidRefunds(trx: Queryable, orderId: string): Promise<RefundRow[]> {
  return trx
    .selectFrom('refunds')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('status', '<>', 'paid')
    .orderBy('requestedAt')
    .orderBy('id')
    .execute()
}

/** Asks for a refund once more, without what its buyer claimed before. */
export async function askRefundAgain(trx: Trx, id: string, amountCents: number, at: Date): Promise<void> {
  await trx
    .updateTable('refunds')
    .set({
      status: 'requested',
      amountCents,
      requestedAt: at,
      settledAt: null,
      claimedAt: null,
      claimWay: null,
      claimNetwork: null,
      claimTo: null,
      claimName: null,
      claimAmount: null,
      claimRate: null,
      claimHoldsUntil: null,
      runId: null,
    })
    .where('id', '=', id)
    .execute()
}

/** Asks once more for a refund that a run may have paid: it stays there with its claim. Coins of another amount are to be quoted anew. */
export async function askRefundOfRunAgain(
  trx: Trx,
  { id, amountCents: formerCents, claimRate }: RefundRow,
  amountCents: number,
  at: Date,
): Promise<void> {
  const isOtherCoin = claimRate !== null && amountCents !== formerCents
  await trx
    .updateTable('refunds')
    .set({ status: 'requested', amountCents, requestedAt: at, settledAt: null })
    .$if(isOtherCoin, (query) => query.set({ claimHoldsUntil: at }))
    .where('id', '=', id)
    .execute()
}

/** Where one goes that is not paid yet; null when a run has begun to pay it, or it is not owed any more. */
export async function setRefundClaim(
  trx: Trx,
  id: string,
  claim: Pick<Updateable<RefundsTable>, `claim${string}` & keyof RefundsTable>,
): Promise<RefundRow | null> {
  const row = await trx
    .updateTable('refunds')
    .set(claim)
    .where('id', '=', id)
    .where('status', '=', 'requested')
    .where('runId', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Claims in no run whose amount in coin has ceased to hold, longest ago first. */
export function listQuotesOver(db: Queryable, at: Date): Promise<RefundRow[]> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('claimHoldsUntil', '<=', at)
    .where('status', '=', 'requested')
    .where('runId', 'is', null)
    .orderBy('claimHoldsUntil')
    .orderBy('id')
    .execute()
}

/** Its amount; null when it was dropped or paid already. */
export async function markRefundPaid(
  trx: Trx,
  id: string,
  at: Date,
  proof: RefundProof | null,
  from: readonly RefundRow['status'][] = ['requested'],
): Promise<number | null> {
  const row = await trx
    .updateTable('refunds')
    .set({
      status: 'paid',
      settledAt: at,
      paidWay: proof?.way ?? null,
      paidReference: proof?.reference ?? null,
      paidOn: proof?.on ?? null,
      paidBy: proof?.operator ?? null,
    })
    .where('id', '=', id)
    .where('status', 'in', from)
    .returning('amountCents')
    .executeTakeFirst()
  return row?.amountCents ?? null
}

export async function findRefund(db: Queryable, id: string): Promise<{ orderId: string } | null> {
  if (!isUuid(id)) return null
  return (await db.selectFrom('refunds').select('orderId').where('id', '=', id).executeTakeFirst()) ?? null
}

/** Refunds not paid yet, oldest first. */
export function listOpenRefunds(db: Queryable, limit: number) {
  return db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.orderId')
    .select([
      'refunds.id',
      'orders.number',
      'orders.email',
      'refunds.amountCents',
      'refunds.reason',
      'refunds.requestedAt',
    ])
    .where('refunds.status', '=', 'requested')
    .orderBy('refunds.requestedAt')
    .orderBy('orders.number')
    .limit(limit)
    .execute()
}

export async function dropRefund(trx: Trx, id: string, at: Date): Promise<void> {
  await trx
    .updateTable('refunds')
    .set({ status: 'dropped', settledAt: at })
    .where('id', '=', id)
    .where('status', '=', 'requested')
    .execute()
}

const refundSorts = {
  requestedAt: 'refunds.requestedAt',
  paidAt: 'refunds.settledAt',
  number: 'orders.number',
  amount: 'refunds.amountCents',
} as const

/** How many are to be paid that no run pays, how many with those in runs, and how many were paid. */
export async function countRefunds(db: Queryable): Promise<{ open: number; unpaid: number; paid: number }> {
  const { rows } = await sql<{ open: number; unpaid: number; paid: number }>`
    SELECT (count(*) FILTER (WHERE status = 'requested' AND run_id IS NULL))::int AS open,
      (count(*) FILTER (WHERE status = 'requested'))::int AS unpaid,
      (count(*) FILTER (WHERE status = 'paid'))::int AS paid FROM refunds`.execute(db)
  return rows[0] ?? { open: 0, unpaid: 0, paid: 0 }
}

/** Open ones oldest first; paid ones newest first, before `before`, including those settled at the same time as the last one; or a page of a chosen order. */
export function searchRefunds(
  db: Queryable,
  { status, before, limit, paged }: RefundSearch,
): Promise<ListedRefundRow[]> {
  const all = db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.orderId')
    .selectAll('refunds')
    .select(['orders.number', 'orders.method', 'orders.buyer'])
    .where('refunds.status', '=', status === 'paid' ? 'paid' : 'requested')
  const query = status === 'open' ? all.where('refunds.runId', 'is', null) : all
  if (paged) {
    const columns = [refundSorts[paged.sort], 'refunds.id'] as const
    const page = takePage(query.clearSelect().select('refunds.id'), columns, { ...paged, limit })
    return sortBy(all.where('refunds.id', 'in', page), columns, paged.isAscending).execute()
  }
  if (status !== 'paid')
    return query.orderBy('refunds.requestedAt').orderBy('refunds.id').limit(limit).execute()
  const older = before === null ? query : query.where('refunds.settledAt', '<', before)
  return older.orderBy('refunds.settledAt', 'desc').fetch(limit, 'with ties').execute()
}
