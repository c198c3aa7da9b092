import type { PayoutAddress } from '@shipminer/contract/account/profile'
import { type PayoutAddressEvent, payoutAddressState } from '@shipminer/domain/payouts/payout-address'

const shownEvents = 50

/** The contract's shape of a payout address with its history at `now` (ms). */
export function presentPayoutAddress(events: readonly PayoutAddressEvent[], now: number): PayoutAddress {
  const { current, pending } = payoutAddressState(events, now)
  const time = (at: number) => new Date(at).toISOString()
  return {
    current: current && { address: current.address, since: time(current.since) },
    pending: pending && {
      address: pending.address,
      requestedAt: time(pending.requestedAt),
      countsAt: time(pending.countsAt),
    },
    history: events
      .slice(-shownEvents)
      .reverse()
      .map((event) => ({ ...event, at: time(event.at), countsAt: time(event.countsAt) })),
  }
}
