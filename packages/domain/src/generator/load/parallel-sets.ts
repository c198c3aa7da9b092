/** One of several generators that may feed the ship together. */
export type GeneratorSet = { name: string; capacityKw: number }

/** `isRunning`: whether it feeds the ship now; null where that is not known. */
export type SetState = GeneratorSet & { isRunning: boolean | null }

/**
 * What the sets that feed the ship can give together, kW. One of which it is not known does not count; and as long as there is a load, one runs,
 * so it is never less than the smallest.
 */
export function capacityOfSets(sets: readonly SetState[]): number {
  const smallest = Math.min(...sets.map(({ capacityKw }) => capacityKw))
  const runningKw = sets.reduce(
    (sum, { capacityKw, isRunning }) => sum + (isRunning === true ? capacityKw : 0),
    0,
  )
  return Math.max(smallest, runningKw)
}
