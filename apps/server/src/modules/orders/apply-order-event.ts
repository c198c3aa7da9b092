import type { Order } from '@shipminer/domain/orders/order'
import { orderExpiresAt } from '@shipminer/domain/orders/order-expiry'
import {
  type OrderEvent,
  type OrderRefusal,
  reservesStock,
  transitionOrder,
} from '@shipminer/domain/orders/order-machine'
import type { Trx } from '../../platform/db/store.ts'
import { settleRefunds } from './money/refunds.ts'
import { queueOrderMail, queueProviderMail } from './order-mails.ts'
import { axesOf, hadMoney, invoicedOrder, webhookData } from './order-row.ts'
import type { OrderChangeDeps } from './orders.deps.ts'
import { addEvent, listLines, type OrderRow, updateOrder } from './orders.repository.ts'
import { releaseStock, reserveStock } from './stock.repository.ts'

export type Occasion = {
  at: Date
  note?: string | null
  data?: Record<string, unknown>
  /** Of the event `schedule`: the day, ISO date. */
  installationOn?: string
}
export type Applied = { ok: true; row: OrderRow } | { ok: false; reason: OrderRefusal | 'out-of-stock' }

/**
 * Applies one event of the machine to an order that the caller has locked, with everything that goes with it: the event's row, stock,
 * invoice, mails and webhooks. All of it is in the caller's transaction, so it happens once or not at all.
 */
export async function applyOrderEvent(
  deps: OrderChangeDeps,
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
  // Boxes that were installed come back by hand, if they do.
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
    stockHeld: reservesStock(after) || (row.stockHeld && !isGivenBack),
    methodChosenAt,
    ...(isBack ? { remindedAt: null } : {}),
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
    ...(event.type === 'schedule' ? { installationOn: occasion.installationOn ?? row.installationOn } : {}),
    ...(event.type === 'install' ? { installedAt: at } : {}),
    ...(event.type === 'withdraw' ? { withdrawalRequestedAt: at } : {}),
    updatedAt: at,
  })
  await recordEvent(trx, changed, event, before, occasion)
  await afterEvent(deps, trx, changed, event, at)
  return { ok: true, row: changed }
}

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

/** What an event brings with it. Documents before mails, so that mails can hold them. */
async function afterEvent(
  deps: OrderChangeDeps,
  trx: Trx,
  row: OrderRow,
  event: OrderEvent,
  at: Date,
): Promise<void> {
  const tell = (type: 'order.paid' | 'order.cancelled' | 'order.fulfilled') =>
    deps.webhooks.enqueue(trx, { type, data: webhookData(row), at })
  switch (event.type) {
    case 'choose-method': {
      const invoice = row.method === 'bank_transfer' ? await issueInvoice(deps, trx, row, at) : null
      await queueOrderMail(deps, trx, row, { kind: 'method', invoice }, at)
      return
    }
    case 'pay': {
      if (row.payment !== 'paid') return
      const invoice = await issueInvoice(deps, trx, row, at)
      await queueOrderMail(deps, trx, row, { kind: 'paid', invoice }, at)
      await queueProviderMail(deps, trx, row, { kind: 'paid' }, at)
      await tell('order.paid')
      return
    }
    case 'pay-part':
      if (row.payment === 'partially_paid') await queueOrderMail(deps, trx, row, { kind: 'part' }, at)
      return
    case 'revert-payment':
      await queueProviderMail(deps, trx, row, { kind: 'reverted' }, at)
      return
    case 'cancel':
    case 'expire':
    case 'withdraw': {
      const credit = await creditInvoice(deps, trx, row, at)
      const kind = event.type === 'withdraw' ? 'withdrawn' : event.type === 'expire' ? 'expired' : 'cancelled'
      if (kind !== 'withdrawn')
        await queueOrderMail(deps, trx, row, { kind, invoice: credit, moneyCame: hadMoney(row) }, at)
      await queueProviderMail(deps, trx, row, { kind }, at)
      await settleRefunds(deps, trx, row, row.receivedCents, at)
      await tell('order.cancelled')
      return
    }
    case 'reinstate': {
      if (row.method === 'bank_transfer') await issueInvoice(deps, trx, row, at)
      await queueProviderMail(deps, trx, row, { kind: 'reinstated' }, at)
      return
    }
    case 'schedule':
      if (row.installationOn !== null)
        await queueOrderMail(deps, trx, row, { kind: 'scheduled', on: row.installationOn }, at)
      return
    case 'install':
      await tell('order.fulfilled')
      return
    default:
  }
}

/** The number of the order's invoice, issued now if there is none. */
export async function issueInvoice(
  deps: OrderChangeDeps,
  trx: Trx,
  row: OrderRow,
  at: Date,
): Promise<string> {
  const lines = await listLines(trx, [row.id])
  const { number, isNew } = await deps.invoices.issue(trx, invoicedOrder(row, lines), at)
  if (isNew) await addEvent(trx, { orderId: row.id, at, kind: 'invoice', actor: 'system', note: number })
  return number
}

/** The number of the credit note, if there was something to take back. */
async function creditInvoice(
  deps: OrderChangeDeps,
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
