import { assumedTimes } from '@shipminer/domain/generator/device-times'
import type { DeviceCapabilities, DeviceCommand } from '../drivers/control.ts'

/** What a device can do for the follower, as it reported it. */
export type Abilities = {
  sleep: boolean
  limitWatts: { min: number; max: number } | null
  /** The least share of its power that it can be throttled to at once, percent. */
  leastPercent: number | null
}

export const abilitiesOf = (told: DeviceCapabilities): Abilities => ({
  sleep: told.sleep === 'yes' || told.sleep === 'untried',
  limitWatts: told.powerLimit === 'yes' ? told.powerLimitWatts : null,
  leastPercent: told.powerPercent === 'yes' ? (told.percentRange?.min ?? null) : null,
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

/** The same with what the owner set from shore: it is never lifted above that, and not lowered where that is lower already. */
export function underOwnLimit(way: Lowering | null, ownWatts: number | null): Lowering | null {
  if (way === null || ownWatts === null || way.lift.kind !== 'power-limit') return way
  if (ownWatts <= way.powerWatts) return null
  return { ...way, lift: { kind: 'power-limit', watts: Math.min(way.lift.watts, ownWatts) } }
}
