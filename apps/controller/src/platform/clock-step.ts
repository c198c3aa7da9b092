import type { Clock } from './clock.ts'

/** Smaller differences are the slewing of a time service and no step. */
const SMALLEST_STEP_MS = 2_000

/**
 * Notices that the wall clock jumped, by comparing it with the monotonic clock.
 * A small computer without a battery-backed clock starts in the past and jumps when it first gets the time.
 * Returns the jump in ms (positive: forwards) once, or null.
 */
export function createClockStepDetector(clock: Clock): () => number | null {
  let offsetMs = clock.now() - clock.monotonic()
  return () => {
    const current = clock.now() - clock.monotonic()
    const step = Math.round(current - offsetMs)
    offsetMs = current
    return Math.abs(step) >= SMALLEST_STEP_MS ? step : null
  }
}
