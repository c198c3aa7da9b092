import type { Order } from '@shipminer/domain/orders/order'
import { orderExpiresAt } from '@shipminer/domain/orders/order-expiry'
import {
  type OrderEvent,
  type OrderRefusal,
  reservesStock,
  transitionOrder,
} from '@shipminer/domain/orders/order-machine'
import type { Trx } from '../../platform/db/store.ts'
import { freeBoxesOf } from '../boxes/boxes.port.ts'
import type { NewDocument } from '../invoices/invoices.port.ts'
import type { Attached } from './order-mails.ts'
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
  /** For the event `confirm` of an order to be paid at delivery: when it ends unless somebody plans it. */
  endsAt?: Date
  /** For money: the day on which it came, ISO date, if not at this moment. */
  receivedOn?: string | undefined
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
  if (after.state === 'cancelled' || after.state === 'expired') await freeBoxesOf(trx, row, at)
  const isBack = event.type === 'reinstate'
  const methodChosenAt = isBack ? at : row.methodChosenAt
  const expiresAt = orderExpiresAt(after, {
    sinceMs: methodChosenAt.getTime(),
    endSoFarMs: isBack ? null : endSoFar(row, event, occasion),
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

/** Whatever the provider does with an order that is paid at delivery agrees to it; from then on it does not end by itself. */
function endSoFar(row: OrderRow, event: OrderEvent, { endsAt }: Occasion): number | null {
  if (row.method === 'pay_on_delivery' && event.actor === 'provider') return null
  const ends = [row.expiresAt, endsAt].flatMap((end) => (end ? [end.getTime()] : []))
  return ends.length === 0 ? null : Math.max(...ends)
}

/** Keeps an order that is paid at delivery from lapsing: the provider has begun with its boxes. */
export async function agreeByWork(trx: Trx, row: OrderRow, at: Date): Promise<void> {
  if (row.expiresAt !== null && row.method === 'pay_on_delivery')
    await updateOrder(trx, row.id, { expiresAt: null, updatedAt: at })
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

/** The invoice that asks for the whole order, issued now if there is none. */
export async function askByInvoice(
  deps: Pick<EffectDeps, 'invoices'>,
  trx: Trx,
  row: OrderRow,
  at: Date,
): Promise<Attached[]> {
  const lines = await listLines(trx, [row.id])
  const document = await deps.invoices.ask(trx, invoicedOrder(row, lines), at)
  return document ? record(trx, row, [document], at) : deps.invoices.standing(trx, row.id)
}

/** Issues what the order's money, delivery or end asks for; nothing when that was done before. */
export async function settleDocuments(
  deps: Pick<EffectDeps, 'invoices'>,
  trx: Trx,
  row: OrderRow,
  { at, receivedOn }: Pick<Occasion, 'at' | 'receivedOn'>,
): Promise<NewDocument[]> {
  const order = { ...invoicedOrder(row, await listLines(trx, [row.id])), receivedOn }
  return record(trx, row, await deps.invoices.settle(trx, order, at), at)
}

const documentEvents = { invoice: 'invoice', prepayment: 'prepayment', credit: 'credit-note' } as const

async function record(trx: Trx, row: OrderRow, documents: NewDocument[], at: Date): Promise<NewDocument[]> {
  for (const { kind, number, credits, ...amounts } of documents)
    await addEvent(trx, {
      orderId: row.id,
      at,
      kind: documentEvents[kind],
      actor: 'system',
      note: number,
      data: { ...amounts, ...(credits === null ? {} : { credits }) },
    })
  return documents
}
