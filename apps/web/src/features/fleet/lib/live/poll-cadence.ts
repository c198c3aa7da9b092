/** Shortest and longest wait between two fetches without a live connection, ms. */
const shortestMs = 10_000
const longestMs = 60_000
/** A list as long as this is heavy: it is fetched at the longest wait. */
const heavyFrom = 500

/**
 * How often values are fetched while there is no live connection: at the cadence of the fastest controller, since nothing changes more
 * often, within bounds that spare a thin link.
 */
export function pollCadenceMs(
  controllers: readonly { pollIntervalMs: number }[],
  minerCount: number,
): number {
  if (minerCount >= heavyFrom) return longestMs
  const fastest = Math.min(...controllers.map((controller) => controller.pollIntervalMs), longestMs)
  return Math.max(shortestMs, fastest)
}
