import type { PaymentIntent, PaymentRecord } from '@shipminer/contract/shop/payments'
import { AppError } from '../../platform/http/app-error.ts'
import { isUuid } from '../../platform/is-uuid.ts'
import { withJobLease } from '../../platform/jobs/job-lease.ts'
import type { Opener, PayableOrder } from '../orders/orders.port.ts'
import { findIntent, type IntentRow, listIntentsOfUser } from './intents/intents.repository.ts'
import { methodOf, type PaymentsDeps } from './payments.deps.ts'
import { presentAmount } from './payments.presenter.ts'
import { presentNow } from './present-now.ts'
import { settleNow } from './settle-due.service.ts'
import { watchJobName } from './sightings/chain-watcher.ts'

const recheckWaitMs = 8_000

export async function readIntent(deps: PaymentsDeps, id: string, access: Opener): Promise<PaymentIntent> {
  const { row, order } = await findAccessible(deps, id, access)
  return presentNow(deps, deps.store.db, row, order.number)
}

/** Queries the chain now, for a few seconds at most, and returns what is known then. */
export async function recheckIntent(deps: PaymentsDeps, id: string, access: Opener): Promise<PaymentIntent> {
  const { row, order } = await findAccessible(deps, id, access)
  const watcher = deps.watchers.find(({ chain }) => chain === row.chain)
  if (watcher) {
    const looking = withJobLease(deps.store, watchJobName(row.chain), { intervalMs: null }, () =>
      watcher.poll(),
    ).catch((error: unknown) => deps.logger.warn({ err: error, chain: row.chain }, 'recheck failed'))
    let timer: NodeJS.Timeout | undefined
    const tooLong = new Promise((resolve) => {
      timer = setTimeout(resolve, recheckWaitMs)
    })
    await Promise.race([looking, tooLong])
    clearTimeout(timer)
  }
  await settleNow(deps, row.id)
  const now = (await findIntent(deps.store.db, row.id)) ?? row
  return presentNow(deps, deps.store.db, now, order.number)
}

export async function listHistory(deps: PaymentsDeps, userId: string): Promise<PaymentRecord[]> {
  const records: PaymentRecord[] = await deps.otherPayments(deps.store.db, userId)
  const numbers = new Map<string, string | null>()
  for (const row of await listIntentsOfUser(deps.store.db, userId)) {
    const hasMoney = BigInt(row.amountReceived) > 0n
    if (!hasMoney && (row.status === 'canceled' || row.status === 'expired')) continue
    if (!numbers.has(row.orderId)) {
      const order = await deps.orders.payableOrder(deps.store.db, row.orderId, {
        userId,
        orderKey: null,
        ip: null,
      })
      numbers.set(row.orderId, order?.number ?? null)
    }
    const orderNumber = numbers.get(row.orderId)
    if (typeof orderNumber !== 'string') continue
    const shown = hasMoney ? BigInt(row.amountReceived) : BigInt(row.amountDue)
    records.push({
      orderId: row.orderId,
      orderNumber,
      method: methodOf[row.asset],
      at: row.createdAt.toISOString(),
      amountEurCents: row.priceCents,
      amount: presentAmount(shown, row.asset, row.decimals),
      asset: row.asset,
      paymentIntentId: row.id,
      status: row.status,
    })
  }
  return records.toSorted((a, b) => b.at.localeCompare(a.at))
}

async function findAccessible(
  deps: PaymentsDeps,
  id: string,
  access: Opener,
): Promise<{ row: IntentRow; order: PayableOrder }> {
  const row = isUuid(id) ? await findIntent(deps.store.db, id.toLowerCase()) : null
  const order = row && (await deps.orders.payableOrder(deps.store.db, row.orderId, access))
  if (!row || !order) throw new AppError('payment-intent-not-found')
  return { row, order }
}
