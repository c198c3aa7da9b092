import type { Trx } from '../../../platform/db/store.ts'
import { hadMoney, webhookData } from '../order-row.ts'
import type { EffectDeps } from '../orders.deps.ts'
import {
  addEvent,
  dropRefund,
  insertRefund,
  listRefunds,
  type OrderRow,
  reviveRefund,
} from '../orders.repository.ts'

/**
 * Makes the refunds of an order add up to what it received too much: everything once it is over or its money is to be refunded, the excess
 * otherwise. Adds a refund for what is missing, and drops open ones when less is needed. Refunds are paid by hand.
 */
export async function settleRefunds(
  deps: Pick<EffectDeps, 'webhooks' | 'mails'>,
  trx: Trx,
  row: OrderRow,
  receivedCents: number,
  at: Date,
): Promise<void> {
  const isOver = row.state === 'cancelled' || row.state === 'expired' || hadMoney(row)
  const wantedCents = Math.max(0, receivedCents - (isOver ? 0 : row.grossCents))
  const refunds = await listRefunds(trx, row.id)
  let askedCents = refunds.reduce((total, { amountCents }) => total + amountCents, 0)
  for (const refund of refunds.toReversed()) {
    if (askedCents <= wantedCents) break
    if (refund.status !== 'requested') continue
    await dropRefund(trx, refund.id, at)
    askedCents -= refund.amountCents
  }
  if (askedCents >= wantedCents) return
  const reason = isOver ? 'order-over' : 'too-much'
  const amountCents = wantedCents - askedCents
  // What a reorganisation of the chain took back and brought again is the same refund, under the same name for whoever pays it.
  const refund = { orderId: row.id, amountCents, reason }
  const id = (await reviveRefund(trx, refund, at)) ?? (await insertRefund(trx, refund, at))
  const data = { refundId: id, amountCents, reason }
  await addEvent(trx, { orderId: row.id, at, kind: 'refund-requested', actor: 'system', data })
  await deps.webhooks.enqueue(trx, {
    type: 'refund.requested',
    data: { id, order: webhookData(row), currency: 'EUR', amountCents, reason },
    at,
    onceFor: id,
  })
  await deps.mails.toProvider(trx, row, { kind: 'refund', amountCents }, at)
  await deps.mails.toBuyer(trx, row, { kind: 'refund', amountCents }, at)
}
