/** This many measurements are enough to rely on. */
const enough = 3
/** Margin, since a later one may be slower than all that were seen. */
const margin = 1.5
const percentile = 0.9
const range: readonly [number, number] = [5_000, 600_000]

/** How many of the newest are kept. */
export const mostKept = 20

/**
 * How long a device takes until a command is seen to be done, ms: a high percentile of what was measured on this very device, with a margin;
 * until there are enough measurements, the assumed time.
 */
export function expectedMs(took: readonly number[], assumedMs: number): number {
  if (took.length < enough) return assumedMs
  const sorted = took.toSorted((a, b) => a - b)
  const high = sorted[Math.min(sorted.length - 1, Math.ceil(percentile * sorted.length) - 1)] ?? assumedMs
  return Math.round(Math.min(range[1], Math.max(range[0], margin * high)))
}
