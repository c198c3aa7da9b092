/** What the provider promises: the first payout within this time of the installation (docs/product.md 9.1). */
export const firstPayoutDays = 30
/** From here on someone has to look into it. */
export const firstPayoutSoonDays = 7

const dayMs = 86_400_000

export type FirstPayoutState = 'ok' | 'soon' | 'over'

/**
 * Whole days left of the promise, rounded up: 0 or less when it is over. `since` is when the first miner reported, or the first controller was
 * claimed while none has; times in ms.
 *
 * @example firstPayoutDue(0, 24 * 86_400_000) // { daysLeft: 6, state: 'soon' }
 */
export function firstPayoutDue(since: number, now: number): { daysLeft: number; state: FirstPayoutState } {
  const leftMs = since + firstPayoutDays * dayMs - now
  const daysLeft = Math.ceil(leftMs / dayMs)
  const state = leftMs <= 0 ? 'over' : leftMs < firstPayoutSoonDays * dayMs ? 'soon' : 'ok'
  return { daysLeft: daysLeft === 0 ? 0 : daysLeft, state }
}
