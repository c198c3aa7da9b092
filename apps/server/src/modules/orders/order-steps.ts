import type { Order } from '@shipminer/domain/orders/order'
import { orderExpiresAt } from '@shipminer/domain/orders/order-expiry'
import {
  type OrderEvent,
  type OrderRefusal,
  reservesStock,
  transitionOrder,
} from '@shipminer/domain/orders/order-machine'
import type { Trx } from '../../platform/db/store.ts'
import { axesOf, invoicedOrder } from './order-row.ts'
import type { EffectDeps } from './orders.deps.ts'
import { addEvent, listLines, type OrderRow, updateOrder } from './orders.repository.ts'
import { releaseStock, reserveStock } from './stock.repository.ts'

export type Occasion = {
  at: Date
  note?: string | null
  data?: Record<string, unknown>
  /** For the event `schedule`: the day, ISO date. */
  installationOn?: string
  /** For the event `install`: when it was fitted, if not at this moment. */
  installedAt?: Date
}
export type Applied = { ok: true; row: OrderRow } | { ok: false; reason: OrderRefusal | 'out-of-stock' }

/**
 * Advances an order that the caller has locked by one step: its row, its stock and the row of the event. Notifies no one; `applyOrderEvent`
 * does both.
 */
export async function moveOrder(
  trx: Trx,
  row: OrderRow,
  event: OrderEvent,
  occasion: Occasion,
): Promise<Applied> {
  const before = axesOf(row)
  const result = transitionOrder(before, event)
  if (!result.ok) return result
  const { order: after } = result
  const { at } = occasion
  if (reservesStock(after) && !row.stockHeld && !(await reserveStock(trx, row.id, at)))
    return { ok: false, reason: 'out-of-stock' }
  const isGivenBack = row.stockHeld && (after.state === 'cancelled' || after.state === 'expired')
  // Installed boxes are returned to stock by hand, if at all.
  if (isGivenBack && reservesStock(before)) await releaseStock(trx, row.id, at)
  const isBack = event.type === 'reinstate'
  const methodChosenAt = isBack ? at : row.methodChosenAt
  const expiresAt = orderExpiresAt(after, {
    sinceMs: methodChosenAt.getTime(),
    endSoFarMs: isBack ? null : (row.expiresAt?.getTime() ?? null),
    receivedCents: row.receivedCents,
    totalCents: row.grossCents,
  })
  const changed = await updateOrder(trx, row.id, {
    ...after,
    ...(isOpenHold(after) ? {} : { placedFrom: null }),
    stockHeld: reservesStock(after) || (row.stockHeld && !isGivenBack),
    methodChosenAt,
    ...(isBack ? { remindedAt: null } : {}),
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
    ...(event.type === 'schedule' ? { installationOn: occasion.installationOn ?? row.installationOn } : {}),
    ...(event.type === 'install' ? { installedAt: occasion.installedAt ?? at } : {}),
    ...(event.type === 'withdraw' ? { withdrawalRequestedAt: at } : {}),
    updatedAt: at,
  })
  await recordEvent(trx, changed, event, before, occasion)
  return { ok: true, row: changed }
}

/** Whether boxes are held for an order that nobody has paid and no person has planned. */
const isOpenHold = ({ state, payment }: Order) =>
  (state === 'placed' || state === 'confirmed') && payment !== 'paid'

async function recordEvent(
  trx: Trx,
  row: OrderRow,
  event: OrderEvent,
  before: Order,
  { at, note = null, data = {} }: Occasion,
): Promise<void> {
  await addEvent(trx, {
    orderId: row.id,
    at,
    kind: event.type,
    actor: event.actor,
    note,
    data: { ...data, from: before, to: axesOf(row) },
  })
}

/** The number of the order's invoice, issued now if there is none. */
export async function issueInvoice(
  deps: Pick<EffectDeps, 'invoices'>,
  trx: Trx,
  row: OrderRow,
  at: Date,
): Promise<string> {
  const lines = await listLines(trx, [row.id])
  const { number, isNew } = await deps.invoices.issue(trx, invoicedOrder(row, lines), at)
  if (isNew) await addEvent(trx, { orderId: row.id, at, kind: 'invoice', actor: 'system', note: number })
  return number
}

/** The number of the credit note, if there was an invoice to cancel. */
export async function creditInvoice(
  deps: Pick<EffectDeps, 'invoices'>,
  trx: Trx,
  row: OrderRow,
  at: Date,
): Promise<string | null> {
  const credit = await deps.invoices.credit(trx, row.id, at)
  if (!credit) return null
  const { number, credits } = credit
  await addEvent(trx, {
    orderId: row.id,
    at,
    kind: 'credit-note',
    actor: 'system',
    note: number,
    data: { credits },
  })
  return number
}
