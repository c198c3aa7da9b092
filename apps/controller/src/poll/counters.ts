import type { DeviceReading } from '@shipminer/contract/telemetry'

/** Running totals of a device at its last answer; null is not known. `acceptedDifficultyMilli` in thousandths of a unit of difficulty. */
export type CounterTotals = {
  /** Controller clock in ms. */
  sampledAt: number
  uptimeSeconds: number | null
  acceptedShares: number | null
  rejectedShares: number | null
  staleShares: number | null
  acceptedDifficultyMilli: number | null
}

/** What was added since the previous answer; null is not known. */
export type CounterDeltas = Omit<CounterTotals, 'sampledAt' | 'uptimeSeconds'>

const COUNTERS = ['acceptedShares', 'rejectedShares', 'staleShares', 'acceptedDifficultyMilli'] as const

/** Two clocks read a moment apart may disagree by this much; a device that restarted shows more, or lower counters. */
const UPTIME_JITTER_SECONDS = 2
/** By how much an uptime may grow otherwise than the clock without a restart: some firmware tells it every few seconds only. */
const RUN_ON_SECONDS = 5

/**
 * Turns running totals into what was added since `previous`.
 * A counter or an uptime that went down means that the device restarted its count: then the new totals are what was added. Where its uptime shows
 * that it ran on, that holds for the counters that went down alone: shares are often of the device, difficulty of the pools that it has now.
 * After the first answer of a device (`previous` null) the added amounts are unknown. A total missing in one answer keeps its last
 * value, so that the next answer includes what was missed.
 */
export function countSince(
  previous: CounterTotals | null,
  reading: DeviceReading,
  sampledAt: number,
): { deltas: CounterDeltas; totals: CounterTotals; reset: boolean } {
  const current: CounterTotals = {
    sampledAt,
    uptimeSeconds: wholeOrNull(reading.uptimeSeconds),
    acceptedShares: wholeOrNull(reading.acceptedShares),
    rejectedShares: wholeOrNull(reading.rejectedShares),
    staleShares: wholeOrNull(reading.staleShares),
    acceptedDifficultyMilli: milliOrNull(reading.acceptedDifficulty),
  }
  const deltas: CounterDeltas = {
    acceptedShares: null,
    rejectedShares: null,
    staleShares: null,
    acceptedDifficultyMilli: null,
  }
  if (previous === null) return { deltas, totals: current, reset: false }
  const reset = hasReset(previous, current)
  const ranOn = reset && hasRunOn(previous, current)
  const totals: CounterTotals = { ...current, uptimeSeconds: current.uptimeSeconds ?? previous.uptimeSeconds }
  for (const counter of COUNTERS) {
    const after = current[counter]
    const startsAnew = ranOn ? hasFallen(previous, current, counter) : reset
    const before = startsAnew && previous[counter] !== null ? 0 : previous[counter]
    totals[counter] = after ?? before
    if (before !== null && after !== null) deltas[counter] = after - before
  }
  return { deltas, totals, reset }
}

function hasReset(previous: CounterTotals, current: CounterTotals): boolean {
  return (
    hasFallen(previous, current, 'uptimeSeconds', UPTIME_JITTER_SECONDS) ||
    COUNTERS.some((counter) => hasFallen(previous, current, counter))
  )
}

function hasFallen(
  previous: CounterTotals,
  current: CounterTotals,
  name: keyof CounterTotals,
  tolerance = 0,
): boolean {
  const before = previous[name]
  const after = current[name]
  return before !== null && after !== null && after < before - tolerance
}

/** Whether the uptime grew as the controller's clock did, so that nothing restarted in between. */
function hasRunOn(previous: CounterTotals, current: CounterTotals): boolean {
  if (previous.uptimeSeconds === null || current.uptimeSeconds === null) return false
  const passedSeconds = (current.sampledAt - previous.sampledAt) / 1_000
  const grown = current.uptimeSeconds - previous.uptimeSeconds
  return grown > 0 && Math.abs(grown - passedSeconds) <= RUN_ON_SECONDS
}

function wholeOrNull(total: number | null): number | null {
  if (total === null || !Number.isFinite(total) || total < 0 || total > Number.MAX_SAFE_INTEGER) return null
  return Math.floor(total)
}

function milliOrNull(difficulty: number | null): number | null {
  if (difficulty === null || !Number.isFinite(difficulty) || difficulty < 0) return null
  const milli = Math.round(difficulty * 1_000)
  return Number.isSafeInteger(milli) ? milli : null
}
