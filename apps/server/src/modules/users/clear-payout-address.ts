import { payoutAddressState } from '@shipminer/domain/payouts/payout-address'
import type { Trx } from '../../platform/db/store.ts'
import { type AccountMailDeps, queueAccountMail } from './account-mails.ts'
import { insertPayoutAddressEvent, listPayoutAddressEvents } from './payout-address.repository.ts'

/**
 * Removes the payout address and a pending change of an account whose e-mail address was unproven when they were requested, and notifies
 * its owner of each. Call it with the user locked. Without a payout address nothing happens.
 */
export async function clearPayoutAddress(
  trx: Trx,
  deps: AccountMailDeps,
  user: { id: string; preferredLanguage: string | null },
  email: string,
): Promise<void> {
  const at = deps.clock()
  const { current, pending } = payoutAddressState(await listPayoutAddressEvents(trx, user.id), at)
  const to = { email, language: user.preferredLanguage }
  if (pending) {
    const { address, countsAt } = pending
    await insertPayoutAddressEvent(trx, user.id, { kind: 'cancelled', address, at, countsAt })
    await queueAccountMail(trx, deps, to, { kind: 'payoutCancelled', address })
  }
  if (current) {
    const { address } = current
    await insertPayoutAddressEvent(trx, user.id, { kind: 'cleared', address, at, countsAt: current.since })
    await queueAccountMail(trx, deps, to, { kind: 'payoutCleared', address })
  }
}
