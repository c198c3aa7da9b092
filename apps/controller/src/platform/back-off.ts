/**
 * Delay in ms before try number `attempt` (0 for the first repetition): doubles from `firstMs` to `longestMs`,
 * spread over the upper half so that ships which lost the same line do not come back in one moment.
 */
export function backOffMs(
  attempt: number,
  random: () => number,
  { firstMs, longestMs }: { firstMs: number; longestMs: number },
): number {
  const full = Math.min(longestMs, firstMs * 2 ** Math.min(attempt, 30))
  return Math.round(full * (0.5 + random() / 2))
}
