import { type BuildStep, isPrepaid } from '@shipminer/domain/orders/order'
import type { Trx } from '../../../platform/db/store.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { applyOrderEvent } from '../apply-order-event.ts'
import { followSums } from '../money/balances.service.ts'
import { hasMoneyLeft } from '../money/refund-claims.ts'
import { settleRefunds } from '../money/refunds.ts'
import { webhookData } from '../order-row.ts'
import {
  type Applied,
  agreeByWork,
  askByInvoice,
  moveOrder,
  type Occasion,
  settleDocuments,
} from '../order-steps.ts'
import type { AdvanceDeps, EffectDeps } from '../orders.deps.ts'
import {
  type Advance,
  type AdvancedOrder,
  OrderRefused,
  type RefundProof,
  type WhenLocked,
} from '../orders.port.ts'
import {
  addEvent,
  findOrderIdByNumber,
  findRefund,
  listRefunds,
  lockOrder,
  markRefundPaid,
  type OrderRow,
  sumBalances,
} from '../orders.repository.ts'

/**
 * What the provider does with an order. The money of a payment at delivery is booked like any other.
 *
 * @throws OrderRefused with the reason, when there is no such order or its state does not permit it; AppError `out-of-stock`
 */
export async function advanceOrder(
  deps: AdvanceDeps,
  number: string,
  { event: type, on, note }: Advance,
  whenLocked?: WhenLocked,
): Promise<AdvancedOrder> {
  const id = await findOrderIdByNumber(deps.store.db, number)
  if (id === null) throw new OrderRefused(`there is no order ${number}`)
  return deps.store.db.transaction().execute(async (trx) => {
    const row = await lockOrder(trx, id)
    if (!row) throw new OrderRefused(`there is no order ${number}`)
    await whenLocked?.(trx)
    const at = new Date(deps.clock())
    if (type === 'cancel') await deps.payments.cancelOpenIntent(trx, id)
    const applied =
      type === 'reinstate'
        ? await bringBack(deps, trx, row, { at, note })
        : await applyOrderEvent(
            deps,
            trx,
            row,
            { type, actor: 'provider' },
            { at, note, ...(on === null ? {} : daysOf(type, on, { placedAt: row.placedAt, at })) },
          )
    if (!applied.ok && applied.reason === 'out-of-stock') throw new AppError('out-of-stock')
    if (!applied.ok) throw new OrderRefused(`${number} is ${row.state} and ${row.payment}: ${applied.reason}`)
    if (type === 'request-refund') await settleRefunds(deps, trx, applied.row, applied.row.receivedCents, at)
    if (type === 'refund') {
      for (const { id: refundId, status } of await listRefunds(trx, id))
        if (status === 'requested') await settleRefund(deps, trx, applied.row, { refundId, proof: null }, at)
    }
    const { state, payment, fulfilment, installationOn } = applied.row
    return { number, state, payment, fulfilment, installationOn }
  })
}

/**
 * A lapsed order goes on at its price, while there are boxes for it and none of its money has left. At delivery it is kept as if the provider had
 * agreed to it; otherwise its time to pay begins once more, and what came so far counts.
 */
async function bringBack(deps: AdvanceDeps, trx: Trx, row: OrderRow, occasion: Occasion): Promise<Applied> {
  if (hasMoneyLeft(await listRefunds(trx, row.id))) return { ok: false, reason: 'wrong-payment' }
  const back = await moveOrder(trx, row, { type: 'reinstate', actor: 'provider' }, occasion)
  if (!back.ok) return back
  if (isPrepaid(row.method)) return { ok: true, row: await askForMoney(deps, trx, back.row, occasion) }
  const kept = await moveOrder(trx, back.row, { type: 'confirm', actor: 'provider' }, { at: occasion.at })
  if (kept.ok) await deps.mails.toBuyer(trx, kept.row, { kind: 'reinstated' }, occasion.at)
  return kept
}

/** What came for an order that was brought back pays it; its buyer is asked for the rest. */
async function askForMoney(
  deps: AdvanceDeps,
  trx: Trx,
  back: OrderRow,
  occasion: Occasion,
): Promise<OrderRow> {
  const { at, note = null } = occasion
  const row = await followSums(deps, trx, back, {
    sums: await sumBalances(trx, back.id),
    isNews: false,
    source: 'bank',
    actor: 'provider',
    note,
    at,
  })
  await settleRefunds(deps, trx, row, row.receivedCents, at)
  if (row.payment === 'paid') return row
  const issued = await settleDocuments(deps, trx, row, { at })
  const isAsked = issued.length === 0 && row.method === 'bank_transfer'
  const documents = isAsked ? await askByInvoice(deps, trx, row, at) : issued
  await deps.mails.toBuyer(trx, row, { kind: 'restored', documents }, at)
  return row
}

/**
 * Notes how far the boxes of an order are; its buyer sees it on the order's page.
 *
 * @throws OrderRefused when there is no such order
 */
export async function noteBuilding(
  deps: Pick<AdvanceDeps, 'store' | 'clock'>,
  number: string,
  step: BuildStep,
  whenLocked: WhenLocked,
): Promise<void> {
  const id = await findOrderIdByNumber(deps.store.db, number)
  if (id === null) throw new OrderRefused(`there is no order ${number}`)
  await deps.store.db.transaction().execute(async (trx) => {
    const row = await lockOrder(trx, id)
    if (!row) throw new OrderRefused(`there is no order ${number}`)
    await whenLocked(trx)
    const at = new Date(deps.clock())
    await agreeByWork(trx, row, at)
    await addEvent(trx, { orderId: id, at, kind: step, actor: 'provider' })
  })
}

/** What the day of an event means for its order. */
function daysOf(type: Advance['event'], on: string, times: { placedAt: Date; at: Date }) {
  return type === 'install' ? { installedAt: installedAtOf(on, times) } : { installationOn: on }
}

/** When a day of fitting was. A day gone by counts from its noon, yet not from before the order or after now. */
export function installedAtOf(on: string, { placedAt, at }: { placedAt: Date; at: Date }): Date {
  const noon = Date.parse(`${on}T12:00Z`)
  return new Date(Math.min(at.getTime(), Math.max(placedAt.getTime(), noon)))
}

/** Mails a document of an order, or its packing slip, to its buyer. Null: there is no such order. */
export async function sendDocument(
  deps: Pick<AdvanceDeps, 'store' | 'clock' | 'mails'>,
  orderId: string,
  document: { kind: 'document'; invoice: string } | { kind: 'slip' },
  whenLocked: WhenLocked,
): Promise<string | null> {
  return deps.store.db.transaction().execute(async (trx) => {
    const row = await lockOrder(trx, orderId)
    if (!row) return null
    await whenLocked(trx)
    await deps.mails.toBuyer(trx, row, document, new Date(deps.clock()))
    return row.email
  })
}

/**
 * Records that one refund was paid, with its proof. The last refund of an order that is over closes its payment.
 *
 * @throws OrderRefused when there is no such open refund
 */
export async function payRefund(
  deps: Omit<AdvanceDeps, 'payments'>,
  refundId: string,
  proof: RefundProof,
  whenLocked?: WhenLocked,
): Promise<{ order: string; paidCents: number }> {
  const found = await findRefund(deps.store.db, refundId)
  if (!found) throw new OrderRefused(`there is no refund ${refundId}`)
  return deps.store.db.transaction().execute(async (trx) => {
    const row = await lockOrder(trx, found.orderId)
    if (!row) throw new OrderRefused(`there is no refund ${refundId}`)
    await whenLocked?.(trx)
    const at = new Date(deps.clock())
    const paidCents = await settleRefund(deps, trx, row, { refundId, proof }, at)
    const open = (await listRefunds(trx, row.id)).filter(({ status }) => status === 'requested')
    if (open.length === 0) {
      // The machine refuses it when the order continues and only the excess was refunded.
      await applyOrderEvent(deps, trx, row, { type: 'refund', actor: 'provider' }, { at })
    }
    return { order: row.number, paidCents }
  })
}

/** What was asked for meanwhile in its stead is not owed either. @throws OrderRefused when there is no such dropped refund */
export async function payDroppedRefund(
  deps: Omit<AdvanceDeps, 'payments'>,
  refundId: string,
  proof: RefundProof,
): Promise<void> {
  const found = await findRefund(deps.store.db, refundId)
  if (!found) throw new OrderRefused(`there is no refund ${refundId}`)
  await deps.store.db.transaction().execute(async (trx) => {
    const row = await lockOrder(trx, found.orderId)
    if (!row) throw new OrderRefused(`there is no refund ${refundId}`)
    const at = new Date(deps.clock())
    const amountCents = await settleRefund(deps, trx, row, { refundId, proof, from: ['dropped'] }, at)
    await deps.mails.toProvider(trx, row, { kind: 'refundNotOwed', amountCents }, at)
    await settleRefunds(deps, trx, row, row.receivedCents, at)
  })
}

async function settleRefund(
  deps: Pick<EffectDeps, 'webhooks' | 'mails'>,
  trx: Trx,
  row: OrderRow,
  { refundId, proof, from }: { refundId: string; proof: RefundProof | null; from?: ['dropped'] },
  at: Date,
): Promise<number> {
  const amountCents = await markRefundPaid(trx, refundId, at, proof, from)
  if (amountCents === null) throw new OrderRefused(`the refund ${refundId} is not to be made any more`)
  await addEvent(trx, {
    orderId: row.id,
    at,
    kind: 'refund-paid',
    actor: 'provider',
    data: {
      refundId,
      amountCents,
      ...(proof && { way: proof.way, reference: proof.reference, on: proof.on }),
    },
  })
  await deps.webhooks.enqueue(trx, {
    type: 'refund.paid',
    data: { id: refundId, order: webhookData(row), currency: 'EUR', amountCents },
    at,
  })
  await deps.mails.toBuyer(trx, row, { kind: 'refundPaid', amountCents, proof: proof?.reference ?? null }, at)
  return amountCents
}
