/** How long a device takes until a command is seen to be done, ms. */
export type DeviceTimes = {
  sleepMs: number
  /** To a share of its power, where the firmware throttles at once. */
  percentMs: number
  /** To a limit in watts: most firmware restarts or tunes its chips for that. */
  limitMs: number
  /** Until it runs at full power. */
  startMs: number
}

/** What a device of unknown firmware counts with: as slow as the slowest. */
const slowest: DeviceTimes = { sleepMs: 180_000, percentMs: 180_000, limitMs: 480_000, startMs: 480_000 }

/**
 * What each firmware is given before anything was measured on the device itself: the slow end of what is known of it, with the looks that
 * confirm it. A stock Antminer restarts its mining program for every change; firmware made for curtailment switches its chips off at once.
 */
const byFirmware: Readonly<Record<string, Partial<DeviceTimes>>> = {
  antminer: { startMs: 240_000 },
  whatsminer: { sleepMs: 20_000, percentMs: 15_000, startMs: 180_000 },
  'whatsminer-v3': { sleepMs: 20_000, percentMs: 15_000, startMs: 180_000 },
  vnish: { sleepMs: 15_000, percentMs: 15_000, startMs: 240_000 },
  luxos: { sleepMs: 15_000, startMs: 240_000 },
  braiins: { sleepMs: 15_000, startMs: 240_000 },
  avalon: { sleepMs: 60_000, startMs: 240_000 },
  axeos: { sleepMs: 30_000, startMs: 120_000 },
}

/** The starting figures for a firmware, named as the controller's drivers are. */
export const assumedTimes = (firmware: string): DeviceTimes => ({ ...slowest, ...byFirmware[firmware] })

/**
 * Firmware that keeps its sleep in its settings, so that a power cut does not end it: the stock firmware of Antminers has it as its working mode.
 * All other may come up mining.
 */
const keepsSleep: ReadonlySet<string> = new Set(['antminer'])
export const staysAsleep = (firmware: string): boolean => keepsSleep.has(firmware)

/** This many measurements are enough to rely on. */
const enough = 3
/** Margin, since a later one may be slower than all that were seen. */
const margin = 1.5
const percentile = 0.9
const range: readonly [number, number] = [5_000, 600_000]

/** How many of the newest are kept. */
export const mostKept = 20

/**
 * How long a device takes until a command is seen to be done, ms: a high percentile of what was measured on this very device, with a margin.
 * Until there are enough measurements the assumed time, unless the device was already seen to be slower.
 */
export function expectedMs(took: readonly number[], assumedMs: number): number {
  const sorted = took.toSorted((a, b) => a - b)
  const high = sorted[Math.min(sorted.length - 1, Math.ceil(percentile * sorted.length) - 1)]
  if (high === undefined) return assumedMs
  const measuredMs = Math.round(Math.min(range[1], Math.max(range[0], margin * high)))
  return took.length < enough ? Math.max(assumedMs, measuredMs) : measuredMs
}
