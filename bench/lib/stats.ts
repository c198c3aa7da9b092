/** The value below which a share of the values lies (nearest rank); NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/**
 * Runs what is compared in turns, `rounds` times each, in alternating order, so that a busy moment of the machine hits all alike.
 * A first round that is not counted warms everything up.
 */
export async function interleave<Contestants extends Record<string, () => Promise<number>>>(
  rounds: number,
  contestants: Contestants,
): Promise<Record<keyof Contestants, number[]>> {
  const entries = Object.entries(contestants)
  const results: Record<string, number[]> = Object.fromEntries(entries.map(([name]) => [name, []]))
  for (let round = -1; round < rounds; round++) {
    for (const [name, run] of round % 2 === 0 ? entries : entries.toReversed()) {
      const figure = await run()
      if (round >= 0) results[name]?.push(figure)
    }
  }
  return results as Record<keyof Contestants, number[]>
}

/** Median of the round-by-round quotients, which a change of the machine's load between rounds does not touch. */
export const medianRatio = (ours: readonly number[], theirs: readonly number[]): number =>
  median(ours.map((figure, round) => figure / (theirs[round] ?? Number.NaN)))
