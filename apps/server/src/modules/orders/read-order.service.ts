import type { OrderSummary, Order as PresentedOrder } from '@shipminer/contract/orders'
import { clientKey } from '../../platform/auth/client-key.ts'
import type { Queryable, Trx } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { OrderKeys } from './order-key.ts'
import type { OpeningDeps, ReadingDeps } from './orders.deps.ts'
import { type OrderContext, presentOrder, presentSummary } from './orders.presenter.ts'
import {
  findOrder,
  listEvents,
  listLines,
  listOrdersOf,
  listRefunds,
  lockOrder,
  type OrderRow,
} from './orders.repository.ts'

/** The caller that opens an order: its owner by session, or anyone who has its key. */
export type OrderAccess = { userId: string | null; orderKey: string | null }
export type Opener = OrderAccess & { ip: string }

export function mayOpen(
  row: Pick<OrderRow, 'userId' | 'keyHash'>,
  { userId, orderKey }: OrderAccess,
  keys: Pick<OrderKeys, 'fits'>,
): boolean {
  const isOwner = userId !== null && row.userId === userId
  return isOwner || (orderKey !== null && keys.fits(orderKey, row.keyHash))
}

/**
 * The order, if the caller may open it; whether someone else's order exists is not revealed. A client with too many wrong keys is refused.
 *
 * @throws AppError `order-not-found`, `rate-limited`
 */
export async function openOrder(deps: OpeningDeps, id: string, opener: Opener): Promise<OrderRow> {
  return admit(deps, await findOrder(deps.store.db, id), opener)
}

/** The same, locked until the transaction ends. */
export async function openOrderLocked(
  deps: OpeningDeps,
  trx: Trx,
  id: string,
  opener: Opener,
): Promise<OrderRow> {
  return admit(deps, await lockOrder(trx, id), opener)
}

function admit(deps: OpeningDeps, row: OrderRow | null, opener: Opener): OrderRow {
  const guesser = [`ip:${clientKey(opener.ip)}`]
  if (opener.orderKey !== null && deps.guesses.isBlocked(guesser)) throw new AppError('rate-limited')
  if (row && mayOpen(row, opener, deps.keys)) return row
  if (opener.orderKey !== null) deps.guesses.recordWrong(guesser)
  throw new AppError('order-not-found')
}

/** Everything about one order. */
export async function readOrder(
  deps: ReadingDeps,
  db: Queryable,
  row: OrderRow,
  reader: OrderContext['reader'] = 'buyer',
): Promise<PresentedOrder> {
  const lines = await listLines(db, [row.id])
  const events = await listEvents(db, row.id)
  const intents = await deps.payments.intentIds(db, [row.id])
  const invoices = await deps.invoices.numbers(db, [row.id])
  return presentOrder(row, {
    lines,
    events,
    refunds: await listRefunds(db, row.id),
    paymentIntentId: intents.get(row.id) ?? null,
    invoiceNumber: invoices.get(row.id) ?? null,
    bank: deps.bank,
    now: deps.clock(),
    reader,
  })
}

/** The orders of a user, newest first. */
export async function listOrders(
  deps: Pick<ReadingDeps, 'payments'> & Pick<OpeningDeps, 'store'>,
  userId: string,
): Promise<OrderSummary[]> {
  const { db } = deps.store
  const rows = await listOrdersOf(db, userId)
  const ids = rows.map(({ id }) => id)
  const linesOf = Map.groupBy(await listLines(db, ids), ({ orderId }) => orderId)
  const intents = ids.length === 0 ? new Map<string, string>() : await deps.payments.intentIds(db, ids)
  return rows.map((row) =>
    presentSummary(row, { lines: linesOf.get(row.id) ?? [], paymentIntentId: intents.get(row.id) ?? null }),
  )
}
