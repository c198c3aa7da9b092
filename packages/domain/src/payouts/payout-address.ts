/** One entry of the append-only history of a payout address; times in ms. */
export type PayoutAddressEvent = {
  kind: 'requested' | 'cancelled' | 'cleared'
  address: string
  at: number
  /** When the request counts (a cancellation repeats that of what it cancels, what is cleared has counted since before). */
  countsAt: number
}

export type PayoutAddressState = {
  /** Where payouts go now; `since` is when it began to count. */
  current: { address: string; since: number } | null
  pending: { address: string; requestedAt: number; countsAt: number } | null
}

/** Time between requesting another payout address and the moment it counts. */
export const payoutAddressDelayMs = 48 * 3_600_000

/**
 * The payout address as its history (oldest first) gives at `now`:
 *
 * ```
 * none/current ──requested──▶ pending ──48 h──▶ current
 *                             pending ──cancelled──▶ as before
 *                             pending ──requested──▶ the newer one, with a delay of its own
 * any ──cleared──▶ none: the person who requested it was never shown to be the owner
 * ```
 */
export function payoutAddressState(events: readonly PayoutAddressEvent[], now: number): PayoutAddressState {
  let state: PayoutAddressState = { current: null, pending: null }
  for (const event of events) {
    const before = ripen(state, event.at)
    if (event.kind === 'cancelled') state = { ...before, pending: null }
    else if (event.kind === 'cleared') state = { current: null, pending: null }
    else {
      const { address, at: requestedAt, countsAt } = event
      state = { ...before, pending: { address, requestedAt, countsAt } }
    }
  }
  return ripen(state, now)
}

function ripen(state: PayoutAddressState, now: number): PayoutAddressState {
  const { pending } = state
  if (!pending || now < pending.countsAt) return state
  return { current: { address: pending.address, since: pending.countsAt }, pending: null }
}
