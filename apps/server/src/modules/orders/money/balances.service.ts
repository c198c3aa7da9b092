import type { OrderActor, PaymentState } from '@shipminer/domain/orders/order'
import type { OrderEvent } from '@shipminer/domain/orders/order-machine'
import type { Trx } from '../../../platform/db/store.ts'
import { applyOrderEvent, sendDocuments } from '../apply-order-event.ts'
import type { EffectDeps } from '../orders.deps.ts'
import type { SourceBalance } from '../orders.port.ts'
import {
  addEvent,
  type Balance,
  findBalance,
  listRefunds,
  lockOrder,
  type OrderRow,
  sumBalances,
  updateOrder,
  writeBalance,
} from '../orders.repository.ts'
import { isReservable } from '../stock.repository.ts'
import { hasMoneyLeft } from './refund-claims.ts'
import { settleRefunds } from './refunds.ts'

/** More steps than this from one payment state to another would mean a cycle. */
const maxSteps = 4

/**
 * Stores the balance of one source of money, and moves the payment axis to the status that all sources together imply. An expired order is
 * revived when it is fully paid, its boxes are still available and none of its money has left. Whatever the order does not need becomes a refund.
 */
export async function setSourceBalance(deps: EffectDeps, trx: Trx, balance: SourceBalance): Promise<void> {
  const { orderId, source, actor, note, at, receivedOn } = balance
  const locked = await lockOrder(trx, orderId)
  if (!locked) throw new Error(`there is no order ${orderId}`)
  const before = await findBalance(trx, orderId, source)
  const now: Balance = { pendingCents: balance.pendingCents, receivedCents: balance.receivedCents }
  if (isSame(before ?? { pendingCents: 0, receivedCents: 0 }, now)) return
  await writeBalance(trx, { orderId, source }, now, at)
  const sums = await sumBalances(trx, orderId)
  await addEvent(trx, { orderId, at, kind: 'money', actor, note, data: { source, ...now } })
  let row = await updateOrder(trx, orderId, { ...sums, updatedAt: at })

  if (row.state === 'expired' && sums.receivedCents >= row.grossCents && row.payment !== 'refunded') {
    if (!hasMoneyLeft(await listRefunds(trx, orderId)) && (await isReservable(trx, orderId))) {
      const back = await applyOrderEvent(deps, trx, row, { type: 'reinstate', actor }, { at, note })
      if (back.ok) row = back.row
    }
  }
  // When only the pending part has changed, the settled part is not news.
  const isNews = sums.receivedCents !== locked.receivedCents
  row = await followSums(deps, trx, row, { sums, isNews, source, actor, note, at, receivedOn })
  // Money that moved no axis, or went back, has its documents too.
  await sendDocuments(deps, trx, row, { at, receivedOn })
  await settleRefunds(deps, trx, row, sums.receivedCents, at)
}

type Follow = Pick<SourceBalance, 'source' | 'actor' | 'note' | 'at' | 'receivedOn'> & {
  sums: Balance
  /** Whether the settled sum has changed. */
  isNews: boolean
}

/** Moves the payment axis to the status that the sums imply now. */
export async function followSums(
  deps: EffectDeps,
  trx: Trx,
  order: OrderRow,
  { sums, isNews, source, actor, note, at, receivedOn }: Follow,
): Promise<OrderRow> {
  let row = order
  for (let step = 0; step < maxSteps; step += 1) {
    const event = nextPaymentEvent(row, sums, actor)
    if (!event) break
    if (event.type === 'pay-part' && row.payment === 'partially_paid' && !isNews) break
    const applied = await applyOrderEvent(deps, trx, row, event, { at, note, data: { source }, receivedOn })
    if (!applied.ok) {
      // Money by another method than the order's, or at a time when none is expected: a person has to look at it.
      await addEvent(trx, {
        orderId: row.id,
        at,
        kind: 'money-unexpected',
        actor,
        note,
        data: { source, reason: applied.reason, event: event.type },
      })
      await deps.mails.toProvider(trx, row, { kind: 'unexpected' }, at)
      break
    }
    row = applied.row
    if (event.type === 'pay-part') break
  }
  return row
}

const isSame = (one: Balance, other: Balance) =>
  one.pendingCents === other.pendingCents && one.receivedCents === other.receivedCents

/** The next step of the payment axis towards what the sums imply; null when it has arrived. */
export function nextPaymentEvent(
  order: Pick<OrderRow, 'state' | 'payment' | 'method' | 'grossCents'>,
  { pendingCents, receivedCents }: Balance,
  actor: OrderActor,
): OrderEvent | null {
  const isOver = order.state === 'cancelled' || order.state === 'expired'
  const covered = receivedCents >= order.grossCents
  const from: PaymentState = order.payment
  switch (from) {
    case 'unpaid':
    case 'pending':
      if (covered && receivedCents > 0) return { type: 'pay', actor }
      if (receivedCents > 0) return { type: 'pay-part', actor }
      if (order.method === 'bank_transfer') return null
      // Pending money is known from the watchers alone, whichever booking triggered this.
      if (from === 'unpaid') return pendingCents > 0 ? { type: 'see-payment', actor: 'watcher' } : null
      return pendingCents > 0 ? null : { type: 'lose-payment', actor: 'watcher' }
    case 'partially_paid':
      if (covered) return { type: 'pay', actor }
      return receivedCents > 0 ? { type: 'pay-part', actor } : { type: 'revert-payment', actor }
    case 'paid':
      return covered ? null : { type: 'revert-payment', actor }
    case 'refund_pending':
      return isOver && receivedCents <= 0 ? { type: 'revert-payment', actor } : null
    case 'refunded':
      return null
  }
}
