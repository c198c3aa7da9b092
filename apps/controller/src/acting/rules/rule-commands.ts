import type { DeviceCapabilities, DeviceCommand } from '../../drivers/device-control.ts'
import { abilitiesOf, type FoundLimit, limitToReturn, loweringOf, underLimit } from '../lower-power.ts'
import type { OwnPower } from './rule-store.ts'

/** What rules can command a miner to; null: it cannot. */
export type RuleCommands = {
  restart: DeviceCommand | null
  lower: DeviceCommand | null
  /** Takes back `lower`. */
  lift: DeviceCommand | null
  sleep: DeviceCommand | null
  wake: DeviceCommand
}

/**
 * The commands of the rules for one miner, after what it reported that it can do and what its owner set of its power. Lowering never raises
 * its power, and lifting never goes above what its owner set, from shore or on its own page.
 */
export function ruleCommandsOf(
  reported: DeviceCapabilities,
  own: OwnPower,
  miner: { ratedWatts: number; driver: string; foundLimit: FoundLimit | null },
): RuleCommands {
  const can = (ability: keyof DeviceCapabilities) =>
    reported[ability] === 'yes' || reported[ability] === 'untried'
  const isSleep = can('sleep')
  return {
    restart: can('restart') ? { kind: 'restart' } : can('reboot') ? { kind: 'reboot' } : null,
    ...commandLower(reported, own, miner),
    sleep: isSleep ? { kind: 'sleep' } : can('stop') ? { kind: 'stop' } : null,
    wake: { kind: isSleep ? 'wake' : 'start' },
  }
}

/** The same step that the follower takes, or else the lowest mode that the firmware names. */
function commandLower(
  reported: DeviceCapabilities,
  own: OwnPower,
  { ratedWatts, driver, foundLimit }: { ratedWatts: number; driver: string; foundLimit: FoundLimit | null },
): Pick<RuleCommands, 'lower' | 'lift'> {
  const none = { lower: null, lift: null }
  const step = loweringOf(abilitiesOf(reported), ratedWatts, driver)
  if (step !== null) {
    const allowed = underLimit(step, limitToReturn(foundLimit, own.watts))
    return allowed ? { lower: allowed.lower, lift: allowed.lift } : none
  }
  const hasModes = reported.powerMode === 'yes' || reported.powerMode === 'untried'
  if (!hasModes || !reported.powerModes.includes('low') || own.mode === 'low') return none
  return {
    lower: { kind: 'power-mode', mode: 'low' },
    lift: { kind: 'power-mode', mode: own.mode ?? 'normal' },
  }
}
