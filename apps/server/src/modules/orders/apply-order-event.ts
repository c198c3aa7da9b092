import type { OrderEvent } from '@shipminer/domain/orders/order-machine'
import type { Trx } from '../../platform/db/store.ts'
import { settleRefunds } from './money/refunds.ts'
import type { Attached } from './order-mails.ts'
import { hadMoney, webhookData } from './order-row.ts'
import { type Applied, askByInvoice, moveOrder, type Occasion, settleDocuments } from './order-steps.ts'
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
  if (moved.ok) await afterEvent(deps, trx, moved.row, event, occasion)
  return moved
}

/** The effects of an event. Documents come before mails, so that mails can attach them. */
async function afterEvent(
  deps: EffectDeps,
  trx: Trx,
  row: OrderRow,
  event: OrderEvent,
  occasion: Occasion,
): Promise<void> {
  const { at } = occasion
  const tell = (type: 'order.paid' | 'order.cancelled' | 'order.fulfilled') =>
    deps.webhooks.enqueue(trx, {
      type,
      data: webhookData(row),
      at,
      ...(type === 'order.paid' ? { onceFor: row.id } : {}),
    })
  switch (event.type) {
    case 'choose-method': {
      const asked = row.method === 'bank_transfer' ? await askByInvoice(deps, trx, row, at) : []
      await deps.mails.toBuyer(trx, row, { kind: 'method', documents: asked }, at)
      return
    }
    case 'pay': {
      if (row.payment !== 'paid') return
      const issued = await settleDocuments(deps, trx, row, occasion)
      const documents = issued.length > 0 ? issued : await wholeInvoice(deps, trx, row)
      await deps.mails.toBuyer(trx, row, { kind: 'paid', documents }, at)
      await deps.mails.toProvider(trx, row, { kind: 'paid' }, at)
      await tell('order.paid')
      return
    }
    case 'pay-part':
      if (row.payment === 'partially_paid') {
        const documents = await settleDocuments(deps, trx, row, occasion)
        await deps.mails.toBuyer(trx, row, { kind: 'part', documents }, at)
      }
      return
    case 'revert-payment':
      await deps.mails.toProvider(trx, row, { kind: 'reverted' }, at)
      return
    case 'cancel':
    case 'expire':
    case 'withdraw': {
      const documents = await settleDocuments(deps, trx, row, occasion)
      const kind = event.type === 'withdraw' ? 'withdrawn' : event.type === 'expire' ? 'expired' : 'cancelled'
      if (kind !== 'withdrawn')
        await deps.mails.toBuyer(trx, row, { kind, documents, moneyCame: hadMoney(row) }, at)
      await deps.mails.toProvider(trx, row, { kind }, at)
      await settleRefunds(deps, trx, row, row.receivedCents, at)
      await tell('order.cancelled')
      return
    }
    case 'reinstate':
      await deps.mails.toProvider(trx, row, { kind: 'reinstated' }, at)
      return
    case 'schedule':
      if (row.installationOn !== null)
        await deps.mails.toBuyer(trx, row, { kind: 'scheduled', on: row.installationOn }, at)
      return
    case 'install':
      await sendDocuments(deps, trx, row, occasion)
      await tell('order.fulfilled')
      return
    case 'refund':
      await sendDocuments(deps, trx, row, occasion)
      return
    default:
  }
}

/** Issues what is due, and mails it when no other mail brings it. */
export async function sendDocuments(
  deps: EffectDeps,
  trx: Trx,
  row: OrderRow,
  occasion: Pick<Occasion, 'at' | 'receivedOn'>,
): Promise<void> {
  const documents = await settleDocuments(deps, trx, row, occasion)
  if (documents.length > 0) await deps.mails.toBuyer(trx, row, { kind: 'issued', documents }, occasion.at)
}

/** The invoice that asked for the whole. */
async function wholeInvoice(deps: EffectDeps, trx: Trx, row: OrderRow): Promise<Attached[]> {
  return (await deps.invoices.standing(trx, row.id)).filter(({ kind }) => kind === 'invoice')
}
