import { assumedTimes } from '@shipminer/domain/generator/devices/device-times'
import type { DeviceCapabilities, DeviceCommand, SetLimit } from '../drivers/device-control.ts'

/** What a device can do for the follower, as it reported it. */
export type Abilities = {
  sleep: boolean
  limitWatts: { min: number; max: number } | null
  /** The least share of its power that it can be throttled to at once, percent. */
  leastPercent: number | null
  /** The limit that is set in it, W, where it tells no range of them. */
  setWatts: number | null
}

export const abilitiesOf = (reported: DeviceCapabilities): Abilities => ({
  sleep: reported.sleep === 'yes' || reported.sleep === 'untried',
  limitWatts: reported.powerLimit === 'yes' ? reported.powerLimitWatts : null,
  leastPercent: reported.powerPercent === 'yes' ? (reported.percentRange?.min ?? null) : null,
  setWatts: reported.powerLimitWatts === null ? (reported.powerLimitNow?.watts ?? null) : null,
})

/** Throttled below half, chips become unsteady, and what a device then takes is no longer that share of its power. */
const steadyPercent = 50

/** One way to lower power and to lift it again. */
export type Lowering = {
  powerWatts: number
  assumedMs: number
  lower: DeviceCommand
  lift: DeviceCommand
  /** A limit can be written while the device sleeps; throttling needs one that runs. */
  isWrittenAsleep: boolean
}

/** How a device is brought to lower power: throttled where it can be, since a limit makes most firmware begin anew; null: not at all. */
export function loweringOf(can: Abilities, ratedWatts: number, firmware: string): Lowering | null {
  const times = assumedTimes(firmware)
  if (can.leastPercent !== null) {
    const percent = Math.max(steadyPercent, can.leastPercent)
    if (percent >= 100) return null
    return {
      powerWatts: Math.ceil((ratedWatts * percent) / 100),
      assumedMs: times.percentMs,
      lower: { kind: 'power-percent', percent },
      lift: { kind: 'power-percent', percent: 100 },
      isWrittenAsleep: false,
    }
  }
  const limit = can.limitWatts
  if (limit === null || limit.min >= ratedWatts) return null
  return {
    powerWatts: limit.min,
    assumedMs: times.limitMs,
    lower: { kind: 'power-limit', watts: limit.min },
    lift: { kind: 'power-limit', watts: limit.max },
    isWrittenAsleep: true,
  }
}

/** The limit that was found in a device, and what its owner had set from shore by then. */
export type FoundLimit = SetLimit & { ownWatts: number | null }

/**
 * What counts as found after a new answer of the device. The lowest limit there is is what lowering writes, so it counts only where nothing else
 * was ever found, and the device is not lowered.
 */
export function nextFoundLimit(
  before: FoundLimit | null,
  { powerLimitNow: now, powerLimitWatts: range }: DeviceCapabilities,
  { ownWatts, isLowered }: { ownWatts: number | null; isLowered: boolean },
): FoundLimit | null {
  if (now === null || range === null) return before
  const mayBeLowered = !now.isManaged && now.watts <= range.min
  return mayBeLowered && (before !== null || isLowered) ? before : { ...now, ownWatts }
}

/**
 * The limit that a device gets back: what was found in it, so that one set on its own page is never lifted above that, and no more than its owner
 * set from shore; null: not known.
 */
export function limitToReturn(found: FoundLimit | null, ownWatts: number | null): SetLimit | null {
  const isNewer = found !== null && found.ownWatts === ownWatts
  if (ownWatts === null) return isNewer ? found : null
  return isNewer && found.watts <= ownWatts ? found : { watts: ownWatts, isManaged: false }
}

/** The same with the limit that it gets back: not lowered where that is as low already, or where it is not known. */
export function underLimit(way: Lowering | null, limit: SetLimit | null): Lowering | null {
  if (way === null || way.lift.kind !== 'power-limit') return way
  if (limit === null || limit.watts <= way.powerWatts) return null
  const watts = Math.min(way.lift.watts, limit.watts)
  return { ...way, lift: { kind: 'power-limit', watts, ...(limit.isManaged ? { isManaged: true } : {}) } }
}
