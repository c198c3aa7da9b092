import { refundRateHoldsMs } from '@shipminer/domain/orders/refund-claim'
import { forEachIsolated } from '../../../platform/jobs/for-each-isolated.ts'
import type { TimerDeps } from '../orders.deps.ts'
import {
  addEvent,
  listQuotesOver,
  listRefunds,
  lockOrder,
  type RefundRow,
  setRefundClaim,
} from '../orders.repository.ts'
import { isQuoteOver } from './refund-claims.ts'

/** Claims in coin whose amount has ceased to hold get one at the rate of now. Without a fresh rate they wait, and no run pays them. */
export async function requoteRefunds(deps: Pick<TimerDeps, 'store' | 'clock' | 'payments'>): Promise<void> {
  const due = await listQuotesOver(deps.store.db, new Date(deps.clock()))
  await forEachIsolated(
    due,
    ({ id }) => `refund ${id}`,
    (refund) => requote(deps, refund),
  )
}

async function requote(
  { store, clock, payments }: Pick<TimerDeps, 'store' | 'clock' | 'payments'>,
  { id, orderId, amountCents, claimNetwork }: RefundRow,
): Promise<void> {
  const coin = (await payments.refundCoins([amountCents])).find(({ network }) => network.id === claimNetwork)
  if (!coin) return
  await store.db.transaction().execute(async (trx) => {
    await lockOrder(trx, orderId)
    const at = new Date(clock())
    const refund = (await listRefunds(trx, orderId)).find((one) => one.id === id)
    if (!refund || !isQuoteOver(refund, at)) return
    const changed = await setRefundClaim(trx, id, {
      claimAmount: coin.total,
      claimRate: coin.rate,
      claimHoldsUntil: new Date(at.getTime() + refundRateHoldsMs),
    })
    if (changed === null) return
    const data = { refundId: id, before: refund.claimAmount, after: coin.total, rate: coin.rate }
    await addEvent(trx, { orderId, at, kind: 'refund-requoted', actor: 'system', data })
  })
}
