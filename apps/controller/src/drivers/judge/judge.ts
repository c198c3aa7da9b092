import type { DeviceReading } from '@shipminer/contract/telemetry'
import type { Before, ConfirmMemo } from '../device-control.ts'

/** A device that drew more than this before counts as curtailed only when it draws less than this part of it. */
const QUIET_POWER_PART = 0.5
/** Part of its full rate from which on a device is at speed. */
const AT_SPEED_PART = 0.5
/** Consecutive checks with a hash rate of 0 that prove sleep where a device reports no power. */
const QUIET_LOOKS = 2
/** What clocks of device and controller, and the rounding of an uptime, may differ by. */
const UPTIME_SLACK_MS = 3_000

/** How far measured power may be from the share that was requested. */
const POWER_TOLERANCE = 0.15
/** A device that takes so much more than before was lifted. */
const LIFTED_PART = 1.25

export type Judgement = { done: boolean; memo: ConfirmMemo }

/**
 * Whether a device is asleep: its power fell below half of what it was, or, where that proves nothing (no measurement, or it was
 * not at full speed before either), its short-window rate is 0 at two consecutive checks. Averages are never used. A device that hashed
 * nothing before proves nothing by still hashing nothing: it has to say that it sleeps, or draw clearly less.
 */
export function checkResting(before: Before, reading: DeviceReading, memo: ConfirmMemo): Judgement {
  const { powerWatts, hashrateGhs } = reading
  if (before.powerWatts !== null && wasAtSpeed(before) && powerWatts !== null) {
    return { done: powerWatts < before.powerWatts * QUIET_POWER_PART, memo }
  }
  if (hashrateGhs !== 0) return { done: false, memo: { ...memo, quietLooks: 0 } }
  if (before.hashrateGhs === 0 && reading.state !== 'sleeping') {
    const drawsLess =
      before.powerWatts !== null && powerWatts !== null && powerWatts < before.powerWatts * QUIET_POWER_PART
    return { done: drawsLess, memo }
  }
  const quietLooks = memo.quietLooks + 1
  return { done: quietLooks >= QUIET_LOOKS, memo: { ...memo, quietLooks } }
}

/** Whether the power before was that of a device at work: one that is still starting draws little more than at rest. */
function wasAtSpeed(before: Before): boolean {
  const { hashrateGhs, expectedHashrateGhs } = before
  if (hashrateGhs === null || hashrateGhs <= 0) return false
  return expectedHashrateGhs === null || hashrateGhs >= expectedHashrateGhs * AT_SPEED_PART
}

/**
 * Whether a device takes the share of its limit that it was commanded to; one that never reaches its limit, as with a dead board, whether it
 * takes that share of what it took before, or clearly more where it was lifted.
 */
export function isThrottledTo(
  percent: number,
  { limitWatts, watts, before }: { limitWatts: number; watts: number; before: Before },
): boolean {
  const share = percent / 100
  if (Math.abs(watts - limitWatts * share) <= limitWatts * POWER_TOLERANCE) return true
  if (before.powerWatts === null) return false
  return percent < 100
    ? watts <= before.powerWatts * (share + POWER_TOLERANCE)
    : watts >= before.powerWatts * LIFTED_PART
}

/** Whether a device hashes, by its short-window rate. */
export function isHashing(reading: DeviceReading): boolean {
  return reading.state === 'mining' && (reading.hashrateGhs ?? 0) > 0
}

/**
 * Whether a device, or its mining program, restarted: by its uptime it started clearly later than it had before, or,
 * where that was not known, after the command.
 */
export function hasRestarted(before: Before, reading: DeviceReading, now: number): boolean {
  if (reading.uptimeSeconds === null) return false
  const startedAt = now - reading.uptimeSeconds * 1000
  return before.uptimeSeconds === null
    ? startedAt > before.at
    : startedAt > before.at - before.uptimeSeconds * 1000 + UPTIME_SLACK_MS
}
