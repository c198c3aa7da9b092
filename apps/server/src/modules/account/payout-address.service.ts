import type { PayoutAddress, Proof } from '@shipminer/contract/account/profile'
import { payoutAddressDelayMs, payoutAddressState } from '@shipminer/domain/payouts/payout-address'
import { AppError } from '../../platform/http/app-error.ts'
import {
  type AccountMailDeps,
  insertPayoutAddressEvent,
  listPayoutAddressEvents,
  lockUser,
  queueAccountMail,
} from '../users/users.port.ts'
import { type ProofDeps, parseBitcoinAddress, requireProof } from '../wallet-auth/wallet-auth.port.ts'
import { presentPayoutAddress } from './payout-address.presenter.ts'

export type PayoutAddressDeps = ProofDeps & AccountMailDeps

/**
 * Requests a change of the payout address. The new one counts after 48 hours; until then anyone who can read the owner's mail can cancel
 * it.
 *
 * @throws AppError `payout-address-invalid`, `payout-address-unchanged`, and those of a proof
 */
export async function requestPayoutAddress(
  deps: PayoutAddressDeps,
  userId: string,
  input: { address: string; proof: Proof | undefined },
): Promise<PayoutAddress> {
  const address = parseBitcoinAddress(input.address)
  if (address === null) throw new AppError('payout-address-invalid')
  await requireProof(deps, { userId, purpose: 'payout-address', subject: address }, input.proof)
  return deps.store.db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, userId)
    if (!user) throw new AppError('unauthorized')
    const at = deps.clock()
    const events = await listPayoutAddressEvents(trx, userId)
    const { current, pending } = payoutAddressState(events, at)
    if ((pending ?? current)?.address === address) throw new AppError('payout-address-unchanged')
    const event = { kind: 'requested' as const, address, at, countsAt: at + payoutAddressDelayMs }
    await insertPayoutAddressEvent(trx, userId, event)
    if (user.email !== null) {
      const to = { email: user.email, language: user.preferredLanguage }
      const countsAt = new Date(event.countsAt)
      await queueAccountMail(trx, deps, to, { kind: 'payoutRequested', address, countsAt })
    }
    return presentPayoutAddress([...events, event], at)
  })
}

/**
 * Cancels a change that does not count yet. Needs no proof: it only keeps things as they are.
 *
 * @throws AppError `payout-change-not-found`, also when it has come to count in the meantime
 */
export function cancelPayoutAddress(deps: PayoutAddressDeps, userId: string): Promise<PayoutAddress> {
  return deps.store.db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, userId)
    const at = deps.clock()
    const events = await listPayoutAddressEvents(trx, userId)
    const { pending } = payoutAddressState(events, at)
    if (!user || !pending) throw new AppError('payout-change-not-found')
    const { address, countsAt } = pending
    const event = { kind: 'cancelled' as const, address, at, countsAt }
    await insertPayoutAddressEvent(trx, userId, event)
    if (user.email !== null) {
      const to = { email: user.email, language: user.preferredLanguage }
      await queueAccountMail(trx, deps, to, { kind: 'payoutCancelled', address })
    }
    return presentPayoutAddress([...events, event], at)
  })
}
