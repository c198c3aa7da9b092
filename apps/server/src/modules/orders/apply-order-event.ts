import type { OrderEvent } from '@shipminer/domain/orders/order-machine'
import type { Trx } from '../../platform/db/store.ts'
import { settleRefunds } from './money/refunds.ts'
import { hadMoney, webhookData } from './order-row.ts'
import { type Applied, creditInvoice, issueInvoice, moveOrder, type Occasion } from './order-steps.ts'
import type { EffectDeps } from './orders.deps.ts'
import type { OrderRow } from './orders.repository.ts'

/**
 * Applies one event of the state machine to an order that the caller has locked, with all its effects: the event's row, stock, invoice,
 * mails and webhooks. All of it is in the caller's transaction, so it happens once or not at all.
 */
export async function applyOrderEvent(
  deps: EffectDeps,
  trx: Trx,
  row: OrderRow,
  event: OrderEvent,
  occasion: Occasion,
): Promise<Applied> {
  const moved = await moveOrder(trx, row, event, occasion)
  if (moved.ok) await afterEvent(deps, trx, moved.row, event, occasion.at)
  return moved
}

/** The effects of an event. Documents come before mails, so that mails can attach them. */
async function afterEvent(
  deps: EffectDeps,
  trx: Trx,
  row: OrderRow,
  event: OrderEvent,
  at: Date,
): Promise<void> {
  const tell = (type: 'order.paid' | 'order.cancelled' | 'order.fulfilled') =>
    deps.webhooks.enqueue(trx, {
      type,
      data: webhookData(row),
      at,
      ...(type === 'order.paid' ? { onceFor: row.id } : {}),
    })
  switch (event.type) {
    case 'choose-method': {
      const invoice = row.method === 'bank_transfer' ? await issueInvoice(deps, trx, row, at) : null
      await deps.mails.toBuyer(trx, row, { kind: 'method', invoice }, at)
      return
    }
    case 'pay': {
      if (row.payment !== 'paid') return
      const invoice = await issueInvoice(deps, trx, row, at)
      await deps.mails.toBuyer(trx, row, { kind: 'paid', invoice }, at)
      await deps.mails.toProvider(trx, row, { kind: 'paid' }, at)
      await tell('order.paid')
      return
    }
    case 'pay-part':
      if (row.payment === 'partially_paid') {
        // VAT is due on what comes before the delivery, so money has a document from its first cent on.
        const invoice = await issueInvoice(deps, trx, row, at)
        await deps.mails.toBuyer(trx, row, { kind: 'part', invoice }, at)
      }
      return
    case 'revert-payment':
      await deps.mails.toProvider(trx, row, { kind: 'reverted' }, at)
      return
    case 'cancel':
    case 'expire':
    case 'withdraw': {
      const credit = await creditInvoice(deps, trx, row, at)
      const kind = event.type === 'withdraw' ? 'withdrawn' : event.type === 'expire' ? 'expired' : 'cancelled'
      if (kind !== 'withdrawn')
        await deps.mails.toBuyer(trx, row, { kind, invoice: credit, moneyCame: hadMoney(row) }, at)
      await deps.mails.toProvider(trx, row, { kind }, at)
      await settleRefunds(deps, trx, row, row.receivedCents, at)
      await tell('order.cancelled')
      return
    }
    case 'reinstate': {
      if (row.method === 'bank_transfer') await issueInvoice(deps, trx, row, at)
      await deps.mails.toProvider(trx, row, { kind: 'reinstated' }, at)
      return
    }
    case 'schedule':
      if (row.installationOn !== null)
        await deps.mails.toBuyer(trx, row, { kind: 'scheduled', on: row.installationOn }, at)
      return
    case 'install':
      await tell('order.fulfilled')
      return
    default:
  }
}
