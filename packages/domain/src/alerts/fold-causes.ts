import type { AlertKind } from './alert-kinds.ts'

/** How many of a controller's miners something holds for before it can be one thing for all of them. */
const leastForAll = 2
/** An alert for all stays until it holds for fewer than this part, so that one miner that recovers does not raise an alert for each of the others. */
const keptForPart = 0.5

/**
 * Whether what holds for single miners of one controller is one thing for all of them: a router, a pool, a switch. It is when it holds for every
 * miner of which something can be said; then there is one alert instead of one for each.
 */
export function isForAll(holds: readonly (boolean | null)[], isOpen: boolean): boolean {
  const known = holds.filter((one) => one !== null)
  const affected = known.filter((one) => one).length
  if (affected < leastForAll) return false
  return isOpen ? affected >= known.length * keptForPart : affected === known.length
}

/** Alerts that stand for every miner of a controller, so that none of them raises one of its own. */
export const kindsForAll = [
  'controller-silent',
  'all-miners-silent',
  'all-pools-down',
  'all-miners-idle',
] as const satisfies readonly AlertKind[]
