import type { Hardware } from '../physics/hardware.ts'
import type { PoolSetting } from './pools.ts'

/** What can be set on a unit through its own interfaces; survives restarts and reboots. */
export type UnitSettings = {
  asleep: boolean
  pools: readonly PoolSetting[]
  workMode: 'low' | 'normal' | 'high'
  /** Cap on the power at the wall; null: no cap. */
  powerLimitWatts: number | null
  /** Part of the mode's power, 0 to 100. */
  powerPercent: number
  blink: boolean
  /** Whether the unit takes writes at all: the owner's own lock. */
  writable: boolean
  /** What else a dialect keeps; the names are its own. */
  custom: Readonly<Record<string, unknown>>
}

/** Settings as delivered. */
export function initialSettings(pools: readonly PoolSetting[]): UnitSettings {
  return {
    asleep: false,
    pools,
    workMode: 'normal',
    powerLimitWatts: null,
    powerPercent: 100,
    blink: false,
    writable: true,
    custom: {},
  }
}

const MODE_SPEED = { low: 0.7, normal: 1, high: 1.12 } as const

/** Speed of the chips relative to the nominal, as the settings ask for; power follows it. */
export function speedOf(settings: UnitSettings, hardware: Hardware): number {
  const asked = MODE_SPEED[settings.workMode] * (Math.min(100, Math.max(0, settings.powerPercent)) / 100)
  if (settings.powerLimitWatts === null) return asked
  const capped =
    (settings.powerLimitWatts - hardware.standbyWatts) / (hardware.nominalWatts - hardware.standbyWatts)
  return Math.max(0, Math.min(asked, capped))
}
