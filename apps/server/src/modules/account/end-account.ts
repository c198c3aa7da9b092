import type { Sessions } from '../../platform/auth/sessions.ts'
import type { Store, StoreLogger, Trx } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { forgetOwner } from '../claims/claims.port.ts'
import { hasUnfinishedOrder } from '../orders/orders.port.ts'
import { isInOpenRun } from '../payouts/payouts.port.ts'
import { readBalance } from '../revenue/revenue.port.ts'
import { type AccountMailDeps, queueAccountMail } from '../users/users.port.ts'
import { forgetAddress, listFormerAddresses, lockForDeletion, removeUser } from './account-data.repository.ts'
import { whyAccountStays } from './account-end.policy.ts'

export type EndAccountDeps = AccountMailDeps & {
  store: Store
  logger: StoreLogger
  sessions: Pick<Sessions, 'revokeAll'>
  /** Smallest payout: less than that keeps nobody. */
  minimumSat: number
}

/**
 * Deletes an account with everything that is about its owner, and tells them by mail; their controllers can be claimed again. What the law
 * obliges the provider to keep stays: orders, invoices, payments, payouts. `isIdentified`: somebody has seen to it that an address nobody
 * confirmed is theirs.
 *
 * @returns false when there is no such account.
 * @throws AppError `account-of-operator`, `account-order-open`, `account-payout-due`
 */
export async function endAccount(
  deps: EndAccountDeps,
  trx: Trx,
  { userId, isIdentified }: { userId: string; isIdentified: boolean },
): Promise<boolean> {
  const user = await lockForDeletion(trx, userId)
  if (!user) return false
  const { balanceSat } = await readBalance(trx, userId)
  const reason = whyAccountStays({
    isOperator: user.roles.includes('operator'),
    hasUnfinishedOrder: await hasUnfinishedOrder(trx, userId),
    isInOpenRun: await isInOpenRun(trx, userId),
    balanceSat,
    minimumSat: deps.minimumSat,
  })
  if (reason !== null) throw new AppError(reason)
  const controllers = await forgetOwner(deps, trx, userId)
  const { email, preferredLanguage: language } = user
  if (email !== null) {
    if (user.emailVerifiedAt !== null || isIdentified) await forgetAddress(trx, email)
    await queueAccountMail(trx, deps, { email, language }, { kind: 'deleted' })
  }
  for (const former of await listFormerAddresses(trx, userId))
    if (former.isVerified || isIdentified) await forgetAddress(trx, former.email)
  // Before they go with the account, so that pages that are open close at once, on every copy of the server.
  await deps.sessions.revokeAll({ userId, except: null }, 'account-deleted', trx)
  await removeUser(trx, userId)
  deps.logger.info({ userId, controllers }, 'account deleted')
  return true
}
