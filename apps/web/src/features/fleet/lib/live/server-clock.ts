/** A difference to the last estimate above which one of the two clocks was set, ms. */
const steppedMs = 30_000

/**
 * Estimates how far the server's clock is ahead of this machine's, ms. A measurement is always too low by the time the answer
 * travelled, so the highest one is the best; a jump means that a clock was set, and then the newest counts.
 */
export function nextClockOffset(
  current: number | null,
  measured: { serverTime: number; receivedAt: number },
): number {
  const offset = measured.serverTime - measured.receivedAt
  if (current === null || Math.abs(offset - current) > steppedMs) return offset
  return Math.max(current, offset)
}
