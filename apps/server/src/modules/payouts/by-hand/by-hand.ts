import { mayTakeBack } from '@shipminer/domain/revenue/may-take-back'
import type { Queryable, Trx } from '../../../platform/db/store.ts'
import { lockInTransaction } from '../../../platform/db/transaction-lock.ts'
import {
  type Balance,
  findReceipt,
  insertPayout,
  readBalance,
  removeReceipt,
} from '../../revenue/revenue.port.ts'
import { reservedSat } from '../payout-runs.repository.ts'

/** Runs are made of balances: while one is made nothing of them changes, and the other way round. */
export const lockBalances = (trx: Trx): Promise<void> => lockInTransaction(trx, 'payout balances')

type Removed = NonNullable<Awaited<ReturnType<typeof removeReceipt>>>

/** What an owner has of all that was received, with what is kept for them in a run. */
export async function readMoved(db: Queryable, userId: string) {
  const reserved = await reservedSat(db, userId)
  const balance = await readBalance(db, userId)
  return { balance, reservedSat: reserved, moved: flowsOf(balance) }
}

const flowsOf = ({ receivedSat, receivedByOwnerSat, paidOutSat }: Balance) => ({
  receivedByProviderSat: receivedSat - receivedByOwnerSat,
  receivedByOwnerSat,
  paidOutSat,
})

/**
 * Takes a payment of a pool out of the books. What was paid out already stays where that is checked (`isChecked`); elsewhere it is said.
 *
 * @returns null: the owner has no such receipt; `stays`: it was paid out, and nothing was changed
 */
export async function takeBackReceipt(
  trx: Trx,
  userId: string,
  { id, isChecked }: { id: string; isChecked: boolean },
): Promise<null | { kind: 'stays' } | { kind: 'done'; receipt: Removed; isPaidOut: boolean }> {
  await lockBalances(trx)
  const before = await readMoved(trx, userId)
  const receipt = await findReceipt(trx, userId, id)
  if (receipt === null) return null
  // What the provider paid out is on the chain too, and counts for nothing.
  const isPaidOut = receipt.counts && !mayTakeBack(before, receipt)
  if (isPaidOut && isChecked) return { kind: 'stays' }
  const removed = await removeReceipt(trx, userId, id)
  return removed && { kind: 'done', receipt: removed, isPaidOut }
}

/** Notes that an owner was paid outside of a run. False: it is known by its transaction already. */
export async function recordPayout(trx: Trx, payout: Parameters<typeof insertPayout>[1]): Promise<boolean> {
  await lockBalances(trx)
  return insertPayout(trx, payout)
}
