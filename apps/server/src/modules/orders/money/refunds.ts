import type { Trx } from '../../../platform/db/store.ts'
import { hadMoney, webhookData } from '../order-row.ts'
import type { EffectDeps } from '../orders.deps.ts'
import {
  addEvent,
  askRefundAgain,
  askRefundOfRunAgain,
  dropRefund,
  insertRefund,
  listEvents,
  listRefunds,
  listUnpaidRefunds,
  type OrderEventRow,
  type OrderRow,
  type RefundRow,
} from '../orders.repository.ts'

/**
 * Makes the refunds of an order add up to what it received too much: everything once it is over or its money is to be refunded, the excess
 * otherwise. Adds a refund for what is missing, and drops open ones when less is needed. Refunds are paid by hand.
 *
 * What a reorganisation of the chain takes back and brings again, in whatever parts, is asked for under the names that it had: somebody may have paid
 * them. Only what was never asked for before gets a new name. What is in a run stays there, so that no second one pays it.
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
  let missingCents = wantedCents - askedCents
  if (missingCents <= 0) return
  const requested = firstAmounts(await listEvents(trx, row.id))
  for (const refund of await listUnpaidRefunds(trx, row.id)) {
    const isDropped = refund.status === 'dropped'
    // What its buyer has claimed is not changed under their hands.
    if (!isDropped && refund.claimedAt !== null) continue
    const standingCents = isDropped ? 0 : refund.amountCents
    const moreCents = Math.min(missingCents, (requested.get(refund.id) ?? refund.amountCents) - standingCents)
    if (moreCents <= 0) continue
    missingCents -= moreCents
    const again = { id: refund.id, amountCents: standingCents + moreCents, reason: refund.reason }
    if (refund.runId === null) await askRefundAgain(trx, again.id, again.amountCents, at)
    else await askRefundOfRunAgain(trx, refund, again.amountCents, at)
    await tellRefund(deps, trx, row, again, at)
    if (refund.runId === null) await askBuyer(deps, trx, row, again, at)
  }
  if (missingCents <= 0) return
  const reason = isOver ? 'order-over' : 'too-much'
  const id = await insertRefund(trx, { orderId: row.id, amountCents: missingCents, reason }, at)
  await tellRefund(deps, trx, row, { id, amountCents: missingCents, reason }, at)
  await askBuyer(deps, trx, row, { amountCents: missingCents }, at)
}

/** The amount under which each refund was first asked for, by id: more was never to be paid under its name. */
function firstAmounts(events: readonly Pick<OrderEventRow, 'kind' | 'data'>[]): Map<string, number> {
  const requested = new Map<string, number>()
  for (const { kind, data } of events) {
    const { refundId, amountCents } = Object(data)
    if (kind === 'refund-requested' && !requested.has(refundId)) requested.set(refundId, Number(amountCents))
  }
  return requested
}

async function tellRefund(
  deps: Pick<EffectDeps, 'webhooks' | 'mails'>,
  trx: Trx,
  row: OrderRow,
  { id, amountCents, reason }: Pick<RefundRow, 'id' | 'amountCents' | 'reason'>,
  at: Date,
): Promise<void> {
  const data = { refundId: id, amountCents, reason }
  await addEvent(trx, { orderId: row.id, at, kind: 'refund-requested', actor: 'system', data })
  await deps.webhooks.enqueue(trx, {
    type: 'refund.requested',
    data: { id, order: webhookData(row), currency: 'EUR', amountCents, reason },
    at,
    onceFor: id,
  })
  await deps.mails.toProvider(trx, row, { kind: 'refund', amountCents }, at)
}

/** Asks the buyer where it goes. */
const askBuyer = (
  { mails }: Pick<EffectDeps, 'mails'>,
  trx: Trx,
  row: OrderRow,
  { amountCents }: Pick<RefundRow, 'amountCents'>,
  at: Date,
) => mails.toBuyer(trx, row, { kind: 'refund', amountCents }, at)
