import type { IntentForStaff } from '@shipminer/contract/desk'
import { longestUnusedRow, usualAddressGap } from '@shipminer/domain/payments/address-gap'
import { type IntentStatus, isSucceeded } from '@shipminer/domain/payments/intent/intent'
import { needsStaff } from '@shipminer/domain/payments/needs-staff'
import { isUuid } from '../../../platform/is-uuid.ts'
import {
  findIntent,
  type IntentRow,
  listExceptional,
  listUsedIndexes,
  updateIntent,
} from '../intents/intents.repository.ts'
import { stateOf } from '../intents/settle.service.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import type { DeskPaymentsPort, PaymentForStaff, ReceivingStanding } from '../payments.port.ts'
import { presentAmount } from '../payments.presenter.ts'
import { presentNow } from '../present-now.ts'
import { unbookedReasonOf } from './unbooked-reason.ts'

export async function listExceptions(deps: PaymentsDeps): Promise<PaymentForStaff[]> {
  return (await listForStaff(deps)).map((row) => {
    const amount = (units: string) => presentAmount(BigInt(units), row.asset, row.decimals)
    return {
      id: row.id,
      orderId: row.orderId,
      status: row.status,
      exceptions: row.exceptions,
      unbooked: unbookedReasonOf(row),
      chain: row.chain,
      address: row.address,
      derivationIndex: row.derivationIndex,
      amountDue: amount(row.amountDue),
      amountReceived: amount(row.amountReceived),
      amountToRefund: amount(row.amountToRefund),
      asset: row.asset,
      createdAt: row.createdAt,
    }
  })
}

/** Far more than ever wait at once: not all of them are for somebody to decide, so that they are counted after they were read. */
const mostExceptional = 5_000

async function listForStaff({ store }: Pick<PaymentsDeps, 'store'>): Promise<IntentRow[]> {
  const rows = await listExceptional(store.db, mostExceptional)
  return rows.filter((row) => row.unbookedReason !== null || needsStaff(stateOf(row)))
}

export async function presentExceptions(
  deps: PaymentsDeps,
  ...[numbersOf, { sort, isAscending, offset, limit }]: Parameters<DeskPaymentsPort['exceptions']>
): ReturnType<DeskPaymentsPort['exceptions']> {
  const found = await listForStaff(deps)
  const numbers = await numbersOf(
    deps.store.db,
    found.map(({ orderId }) => orderId),
  )
  const numberOf = ({ orderId }: IntentRow) => numbers.get(orderId) ?? orderId
  const orders: Record<typeof sort, (a: IntentRow, b: IntentRow) => number> = {
    createdAt: (a, b) => a.createdAt.getTime() - b.createdAt.getTime(),
    number: (a, b) => (numberOf(a) < numberOf(b) ? -1 : Number(numberOf(a) > numberOf(b))),
    amount: (a, b) => a.priceCents - b.priceCents,
  }
  const sorted = found.toSorted((a, b) => orders[sort](a, b) * (isAscending ? 1 : -1))
  const exceptions: IntentForStaff[] = []
  for (const row of sorted.slice(offset, offset + limit)) {
    const intent = await presentNow(deps, deps.store.db, row, numberOf(row))
    exceptions.push({ ...intent, unbooked: unbookedReasonOf(row) })
  }
  return { exceptions, total: found.length }
}

export async function listAccounts(deps: PaymentsDeps): Promise<ReceivingStanding[]> {
  const accounts = new Map(deps.chains.map(({ receiving }) => [receiving.xpubId, receiving]))
  const standings: ReceivingStanding[] = []
  for (const [accountId, receiving] of accounts) {
    const { given, used } = await listUsedIndexes(deps.store.db, accountId)
    const longestUnused = longestUnusedRow(given, used)
    standings.push({
      asset: receiving.asset,
      accountId,
      firstAddress: receiving.addressAt(0).address,
      mayReceive: await deps.mayReceive(deps.store.db, receiving),
      given,
      longestUnused,
      usualGap: usualAddressGap,
    })
  }
  return standings
}

export function decidePayment(
  deps: PaymentsDeps,
  ...[intentId, decision, reason, whenLocked]: Parameters<DeskPaymentsPort['decide']>
): ReturnType<DeskPaymentsPort['decide']> {
  return deps.store.db.transaction().execute(async (trx) => {
    const row = isUuid(intentId) ? await findIntent(trx, intentId) : null
    if (!row) return false
    await deps.orders.lockOrder(trx, row.orderId)
    const { status } = (await findIntent(trx, intentId)) ?? row
    if (isSucceeded(status as IntentStatus)) return false
    await whenLocked?.(trx)
    await updateIntent(trx, row.id, { manual: decision })
    await deps.settle.settle(trx, row, { note: reason })
    return true
  })
}
