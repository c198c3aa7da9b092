import type { OrderSummary, Order as PresentedOrder } from '@shipminer/contract/shop/orders'
import type { LinkKeys } from '../../platform/auth/link-keys.ts'
import type { Queryable, Trx } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { listBoxesOf } from '../boxes/boxes.port.ts'
import type { Opener, OrderAccess } from './opener.ts'
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

export function mayOpen(
  row: Pick<OrderRow, 'id' | 'userId'>,
  { userId, orderKey }: OrderAccess,
  keys: Pick<LinkKeys, 'fits'>,
): boolean {
  const isOwner = userId !== null && row.userId === userId
  return isOwner || (orderKey !== null && keys.fits(orderKey, row.id))
}

/**
 * The order, if the caller may open it; whether someone else's order exists is not revealed. A client with too many wrong keys is refused.
 *
 * @throws AppError `order-not-found`, `rate-limited`
 */
export async function openOrder(deps: OpeningDeps, id: string, opener: Opener): Promise<OrderRow> {
  const row = await admit(deps, await findOrder(deps.store.db, id), opener)
  if (!row) throw new AppError('order-not-found')
  return row
}

/** An order that was opened before, locked until the transaction ends: the key was counted then. */
export async function openOrderLocked(
  { keys }: Pick<OpeningDeps, 'keys'>,
  trx: Trx,
  id: string,
  opener: Opener,
): Promise<OrderRow> {
  const row = await lockOrder(trx, id)
  if (!row || !mayOpen(row, opener, keys)) throw new AppError('order-not-found')
  return row
}

/** The order if the caller may open it; the key, if one is needed, is a guess. @throws AppError `rate-limited` */
export async function admit(
  { keys, guesses }: Pick<OpeningDeps, 'keys' | 'guesses'>,
  row: OrderRow | null,
  opener: Opener,
): Promise<OrderRow | null> {
  const isOwner = row !== null && mayOpen(row, { ...opener, orderKey: null }, keys)
  if (isOwner || opener.orderKey === null) return isOwner ? row : null
  // Keys are long: it is the guesser who is limited, so that nobody can keep a buyer from an order.
  const { ip, userId } = opener
  return guesses.judge({ kind: 'order-key', ip, userId }, async () =>
    row && mayOpen(row, opener, keys) ? row : null,
  )
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
  return presentOrder(row, {
    lines,
    events,
    refunds: await listRefunds(db, row.id),
    boxes: await listBoxesOf(db, [row.id]),
    paymentIntentId: intents.get(row.id) ?? null,
    documents: await deps.invoices.list(db, row.id),
    bank: (await deps.bankHold.isHeld(db)) ? null : deps.bank,
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
