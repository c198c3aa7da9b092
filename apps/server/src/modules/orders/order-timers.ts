import {
  bankReminderMs,
  decideExpiry,
  unplannedEnd,
  unplannedNoticeMs,
} from '@shipminer/domain/orders/order-expiry'
import type { Trx } from '../../platform/db/store.ts'
import { forEachIsolated, inPages } from '../../platform/jobs/for-each-isolated.ts'
import { isJobHeld } from '../../platform/jobs/job-lease.ts'
import { applyOrderEvent } from './apply-order-event.ts'
import { axesOf, promisedLeadWeeks } from './order-row.ts'
import type { TimerDeps } from './orders.deps.ts'
import { statementImportJob } from './orders.port.ts'
import {
  addEvent,
  listDueOrders,
  listEvents,
  listLines,
  lockOrder,
  type OrderRow,
  updateOrder,
} from './orders.repository.ts'

const ordersPerPage = 50

/**
 * Sends reminders of bank transfers and of orders to be planned, and ends unpaid orders, each in a transaction of its own. No order ends while a statement is being
 * imported.
 */
export async function sweepOrders(deps: TimerDeps): Promise<void> {
  const { store, clock } = deps
  const now = new Date(clock())
  const due = {
    expired: now,
    placedBefore: new Date(now.getTime() - bankReminderMs),
    unplannedUntil: new Date(now.getTime() + unplannedNoticeMs),
  }
  const limit = ordersPerPage
  await forEachIsolated(
    inPages<{ id: string }>((last) => listDueOrders(store.db, due, { limit, behind: last?.id ?? null })),
    ({ id }) => `order ${id}`,
    ({ id }) => store.db.transaction().execute((trx) => lookAt(deps, trx, id, now)),
  )
}

async function lookAt(deps: TimerDeps, trx: Trx, id: string, now: Date): Promise<void> {
  // Before the order, as an import does; no import begins until the order's fate is stored.
  const isMatchingStatement = await isJobHeld(trx, statementImportJob)
  const locked = await lockOrder(trx, id)
  if (!locked) return
  const row = await followPromise(deps, trx, locked, now)
  const decision = decideExpiry(axesOf(row), {
    nowMs: now.getTime(),
    sinceMs: row.methodChosenAt.getTime(),
    endSoFarMs: row.expiresAt?.getTime() ?? null,
    receivedCents: row.receivedCents,
    totalCents: row.grossCents,
    reminderSentAtMs: row.remindedAt?.getTime() ?? null,
    isMatchingStatement,
    // Payments know about both: money that may still settle, and watchers that may not have seen it yet.
    hasUnconfirmedMoney: await deps.payments.isMoneyOnItsWay(trx, id),
    isWatcherBehind: false,
  })
  if (decision.action === 'remind') {
    const reminded = await updateOrder(trx, id, { remindedAt: now, updatedAt: now })
    await addEvent(trx, { orderId: id, at: now, kind: 'remind', actor: 'system' })
    if (row.method === 'pay_on_delivery') {
      await deps.mails.toBuyer(trx, reminded, { kind: 'unplanned' }, now)
      await deps.mails.toProvider(trx, reminded, { kind: 'unplanned' }, now)
    } else await deps.mails.toBuyer(trx, reminded, { kind: 'reminder' }, now)
  }
  if (decision.action === 'expire') {
    const ended = await deps.payments.cancelOpenIntent(trx, id)
    if (!ended) return
    await applyOrderEvent(deps, trx, row, { type: 'expire', actor: 'system' }, { at: now })
    deps.logger.info({ orderId: id, number: row.number }, 'order expired')
  }
}

/**
 * The end of an order to be paid at delivery follows the latest promise: where the catalogue promises its boxes later than it did with the order, the
 * order has as much longer, counted from the same day, and its buyer is notified of its new end in time.
 */
async function followPromise(deps: TimerDeps, trx: Trx, row: OrderRow, now: Date): Promise<OrderRow> {
  if (row.expiresAt === null || row.method !== 'pay_on_delivery') return row
  const products = (await listLines(trx, [row.id])).map(({ productId }) => productId)
  const found = await Promise.all(products.map((product) => deps.findProduct(trx, product)))
  const leadWeeks = Math.max(0, ...found.map((product) => product?.leadWeeks ?? 0))
  if (leadWeeks <= (promisedLeadWeeks(await listEvents(trx, row.id)) ?? 0)) return row
  await addEvent(trx, {
    orderId: row.id,
    at: now,
    kind: 'later-delivery',
    actor: 'system',
    data: { leadWeeks },
  })
  const end = unplannedEnd(row.methodChosenAt.getTime(), leadWeeks, deps.unplannedDays)
  const expiresAt = new Date(Math.max(end, row.expiresAt.getTime()))
  return updateOrder(trx, row.id, { expiresAt, remindedAt: null, updatedAt: now })
}
