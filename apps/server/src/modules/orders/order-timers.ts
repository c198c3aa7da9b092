import { bankReminderMs, decideExpiry, unplannedNoticeMs } from '@shipminer/domain/orders/order-expiry'
import type { Trx } from '../../platform/db/store.ts'
import { forEachIsolated, inPages } from '../../platform/jobs/for-each-isolated.ts'
import { isJobHeld } from '../../platform/jobs/job-lease.ts'
import { applyOrderEvent } from './apply-order-event.ts'
import { axesOf } from './order-row.ts'
import type { TimerDeps } from './orders.deps.ts'
import { statementImportJob } from './orders.port.ts'
import { addEvent, listDueOrders, lockOrder, updateOrder } from './orders.repository.ts'

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
  const row = await lockOrder(trx, id)
  if (!row) return
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
