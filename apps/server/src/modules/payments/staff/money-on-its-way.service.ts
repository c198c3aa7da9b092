import { type IntentStatus, isActive } from '@shipminer/domain/payments/intent/intent'
import type { OrderPayments } from '../../orders/orders.port.ts'
import {
  findIntent,
  listIntentsOfOrder,
  lockIntentsOfOrder,
  updateIntent,
} from '../intents/intents.repository.ts'
import type { PaymentsDeps } from '../payments.deps.ts'

export async function isMoneyOnItsWay(
  deps: PaymentsDeps,
  ...[db, orderId]: Parameters<OrderPayments['isMoneyOnItsWay']>
): ReturnType<OrderPayments['isMoneyOnItsWay']> {
  for (const row of await listIntentsOfOrder(db, orderId)) {
    if (BigInt(row.amountReceived) > BigInt(row.amountConfirmed)) return true
    if (!isActive(row.status as IntentStatus)) continue
    if (BigInt(row.amountReceived) > 0n || !(await deps.standingOf(db, row.chain)).isFresh) return true
  }
  return false
}

export async function cancelOpenIntent(
  deps: PaymentsDeps,
  ...[trx, orderId]: Parameters<OrderPayments['cancelOpenIntent']>
): ReturnType<OrderPayments['cancelOpenIntent']> {
  const all = await lockIntentsOfOrder(trx, orderId)
  const active = all.find(({ status }) => isActive(status as IntentStatus))
  if (!active) return true
  if (BigInt(active.amountReceived) > 0n) return false
  await updateIntent(trx, active.id, { canceledAt: new Date(deps.clock()) })
  await deps.settle.settle(trx, active)
  return !isActive((await findIntent(trx, active.id))?.status as IntentStatus)
}
