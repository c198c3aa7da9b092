import type { DevicePhase, LastCommand } from './device-phase.ts'
import { type FollowedDevice, levelWatts, likelyWatts } from './followed-device.ts'

/** A device with what the law remembers of it. */
export type DeviceInPhase = {
  device: FollowedDevice
  phase: DevicePhase
  lastCommand: LastCommand | null
  /** It has no power, or has not answered since that came back. */
  isCutOff: boolean
  /** It was not seen since the boxes have power: it may have lost it meanwhile. */
  isUnseen: boolean
  /** The phase is so recent that the meter may not show it yet. */
  isFresh: boolean
  /** It was seen to obey after the newest reading: that reading still includes what it took. */
  isUnmetered: boolean
}

/** A measured power below this share of the expected one may jump up at any time (pool gone, ramp), so the expected one counts. */
export const believedShare = 0.8

/** What a device may be taking at this moment, W: the part of the generator's load that is certainly, and possibly, its own. */
export function drawRangeWatts({ device, phase, lastCommand, isFresh, isUnseen }: DeviceInPhase): {
  least: number
  most: number
} {
  const { ratedPowerWatts: rated, isReachable } = device
  const measured = device.measuredPowerWatts
  if (!isReachable || isFresh || isUnseen) return { least: 0, most: Math.max(measured ?? 0, rated) }
  const exactly = (watts: number) => ({ least: watts, most: watts })
  switch (phase) {
    case 'asleep':
      return exactly(measured ?? 0)
    case 'running':
    case 'low':
      if (measured !== null) return exactly(measured)
      return { least: device.isHashing === false ? 0 : levelOf(device, phase), most: levelOf(device, phase) }
    case 'starting': {
      // A restart may begin with a drop, so an older measurement proves nothing.
      const isNew = lastCommand !== null && device.observedAt > lastCommand.at
      return { least: isNew ? (measured ?? 0) : 0, most: Math.max(measured ?? 0, rated) }
    }
    case 'lowering':
    case 'stopping':
      return { least: 0, most: Math.max(measured ?? 0, rated) }
    case 'disobedient':
    case 'unknown':
      return measured === null ? { least: 0, most: rated } : exactly(measured)
  }
}

/**
 * The power a device counts as when room is given away, W: at least what it takes, and its full power whenever it might take that without
 * a new command: commanded but not confirmed, disobedient, not reachable, idle though awake.
 */
export function committedWatts(one: DeviceInPhase, rampHeadroom: number): number {
  const { device, phase, lastCommand } = one
  const { ratedPowerWatts: rated } = device
  const measured = device.measuredPowerWatts ?? 0
  if (!device.isReachable) return Math.max(measured, rated)
  switch (phase) {
    case 'asleep':
      return measured
    case 'running':
    case 'low': {
      const expected = levelOf(device, phase)
      return measured >= believedShare * expected ? measured : expected
    }
    case 'starting':
      return Math.max(
        measured,
        levelWatts(device, lastCommand?.target === 'low' ? 'low' : 'normal') * rampHeadroom,
      )
    case 'lowering':
    case 'stopping':
    case 'disobedient':
    case 'unknown':
      return Math.max(measured, rated)
  }
}

/** What it will take once it has carried out its command, W, for deciding whether enough is already on its way down. */
export function expectedWatts(one: DeviceInPhase, rampHeadroom: number): number {
  const { device, phase } = one
  if (phase === 'stopping') return 0
  if (phase === 'asleep') return device.measuredPowerWatts ?? 0
  if (phase === 'lowering') return levelWatts(device, 'low')
  if (one.isCutOff) return returningWatts(device)
  if (!device.isReachable || phase === 'unknown' || phase === 'disobedient') return drawRangeWatts(one).most
  return committedWatts(one, rampHeadroom)
}

/** What it may have come up to with its power before it can be asleep, W: commanded at its first answer, and coming up evenly over its time to start. */
export function returningWatts({
  ratedPowerWatts,
  curtailment: { sleepMs, startMs },
}: FollowedDevice): number {
  return ratedPowerWatts * (sleepMs === null ? 1 : Math.min(1, sleepMs / Math.max(1, startMs)))
}

/** What commands have taken, or will take, off the newest reading, W: on their way, or confirmed since it. */
export function reliefWatts(one: DeviceInPhase): number {
  const { device, phase } = one
  const isGoing = phase === 'stopping' || phase === 'lowering'
  if (one.isUnmetered && (isGoing || phase === 'asleep' || phase === 'low'))
    return Math.max(0, likelyWatts(device) - expectedWatts(one, 1))
  if (!isGoing) return 0
  return Math.max(0, (device.measuredPowerWatts ?? likelyWatts(device)) - expectedWatts(one, 1))
}

const levelOf = (device: FollowedDevice, phase: 'running' | 'low') =>
  levelWatts(device, phase === 'low' ? 'low' : 'normal')
