import { committedWatts, type DeviceInPhase } from '../devices/counted-power.ts'
import { levelWatts, likelyWatts } from '../devices/followed-device.ts'
import type { FollowerSettings } from '../follower-settings.ts'

export type RestoreAction = { deviceId: string; command: 'start' | 'start-low' }

/** The largest step that a highly charged engine takes up well, as a share of what the set can give. */
export const mostStepShare = 0.2
/** Time to settle before the next step, ms. */
export const leastStaggerMs = 5_000

/**
 * Which miners may start into the room that was there for the whole hold time, the best earner first. `ordered` is the order of giving
 * way, so it is read backwards. Every start counts at what the miner is likely to take, with its ramp; where that is less than its full
 * power, all that start at once must fit below the bare limit even if they come up at full power. At most one group, and no more than the set takes up in one step; a single miner that is larger starts alone.
 * First come those that may have come back at lower power: they count at full power already, so lifting them takes no room.
 */
export function planRestore(
  ordered: readonly DeviceInPhase[],
  input: {
    /** Mining power that was allowed over the whole hold time and is allowed now, kW. */
    allowedKw: number
    /** What all devices count as, kW. */
    committedKw: number
    settings: FollowerSettings
    /** Whether a miner may be started now, by its own history. */
    mayStart: (id: string) => boolean
    /** Whether a miner that starts does so by itself, without a command. */
    isOwnStart: (one: DeviceInPhase) => boolean
  },
): RestoreAction[] {
  const { settings } = input
  const uncountedWatts = (input.allowedKw - input.committedKw) * 1_000
  let room = uncountedWatts - settings.deadbandKw * 1_000
  let group = Math.min(settings.restoreGroupKw, mostStepShare * settings.capacityKw) * 1_000
  const actions: RestoreAction[] = []
  const candidates = ordered
    .toReversed()
    .filter(({ device }) => device.isReachable && device.isWanted && input.mayStart(device.id))
  /** What it takes beyond what is likely where it reaches its full power after all, as with a board that works again. */
  const beyondLikely = ({ device }: DeviceInPhase) =>
    (device.ratedPowerWatts - likelyWatts(device)) * settings.rampHeadroom
  let reserve = settings.reserveKw * 1_000
  for (const one of ordered) if (one.phase === 'starting') reserve -= beyondLikely(one)
  const start = (one: DeviceInPhase, command: RestoreAction['command'], extraWatts: number) => {
    actions.push({ deviceId: one.device.id, command })
    room -= extraWatts
    group -= extraWatts
    if (command === 'start') reserve -= beyondLikely(one)
  }
  const fits = (watts: number) => watts <= room && (actions.length === 0 || watts <= group)
  const fitsAtMost = (watts: number) => watts <= room + reserve

  for (const one of candidates) {
    if (one.device.mayBeLow !== true || one.phase !== 'starting' || !input.isOwnStart(one)) continue
    const extra = committedWatts(one, settings.rampHeadroom) - (one.device.measuredPowerWatts ?? 0)
    if (uncountedWatts >= 0 && (actions.length === 0 || extra <= group)) {
      actions.push({ deviceId: one.device.id, command: 'start' })
      group -= extra
    }
  }
  if (actions.length > 0) return actions
  for (const one of candidates) {
    if (one.phase !== 'asleep' || one.device.curtailment.sleepMs === null) continue
    const drawn = one.device.measuredPowerWatts ?? 0
    const likely = levelWatts(one.device, 'normal') * settings.rampHeadroom - drawn
    const low = levelWatts(one.device, 'low') * settings.rampHeadroom - drawn
    const isWithin = fitsAtMost(likely + beyondLikely(one))
    if (fits(likely) && isWithin) start(one, 'start', likely)
    else if (one.device.curtailment.lower !== null && fits(low) && isWithin) start(one, 'start-low', low)
  }
  if (actions.length > 0) return actions
  for (const one of candidates) {
    if (one.phase !== 'low') continue
    const extra = levelWatts(one.device, 'normal') * settings.rampHeadroom - committedWatts(one, 1)
    if (fits(extra) && fitsAtMost(extra + beyondLikely(one))) start(one, 'start', extra)
  }
  return actions
}
