import { type DeviceMode, type FollowedDevice, levelWatts, likelyWatts } from './followed-device.ts'

/**
 * What the law knows of a device. `starting`, `lowering` and `stopping` were commanded and are not confirmed yet; `disobedient` was
 * commanded and did not confirm in time.
 */
export type DevicePhase =
  | 'unknown'
  | 'running'
  | 'low'
  | 'asleep'
  | 'starting'
  | 'lowering'
  | 'stopping'
  | 'disobedient'

export type PhaseEvent =
  | 'seen-normal'
  | 'seen-low'
  | 'seen-asleep'
  | 'start-commanded'
  | 'lower-commanded'
  | 'sleep-commanded'
  | 'overdue'
  | 'failed'
  | 'lost-power'
  | 'seen-coming-up'

/**
 * unknown → what is seen; running ↔ low → asleep as seen; a command moves to starting, lowering or stopping; only what is seen moves on from
 * there; overdue or failed → disobedient, which is believed again once it is seen in the state it was commanded to, or asleep.
 * A missing observation changes nothing. Power that was lost makes void what was seen and commanded, but for a sleep; one that is seen to come up after that
 * is starting.
 */
const transitions: Record<DevicePhase, Partial<Record<PhaseEvent, DevicePhase>>> = {
  unknown: {
    'seen-normal': 'running',
    'seen-low': 'low',
    'seen-asleep': 'asleep',
    'lower-commanded': 'lowering',
    'sleep-commanded': 'stopping',
    'seen-coming-up': 'starting',
  },
  running: {
    'seen-low': 'low',
    'seen-asleep': 'asleep',
    'lower-commanded': 'lowering',
    'sleep-commanded': 'stopping',
    'lost-power': 'unknown',
  },
  low: {
    'seen-normal': 'running',
    'seen-asleep': 'asleep',
    'start-commanded': 'starting',
    'sleep-commanded': 'stopping',
    'lost-power': 'unknown',
  },
  asleep: {
    'seen-normal': 'running',
    'seen-low': 'low',
    'start-commanded': 'starting',
    'seen-coming-up': 'starting',
  },
  starting: {
    'seen-normal': 'running',
    'seen-low': 'low',
    'lower-commanded': 'lowering',
    'sleep-commanded': 'stopping',
    overdue: 'disobedient',
    failed: 'disobedient',
    'lost-power': 'unknown',
  },
  lowering: {
    'seen-low': 'low',
    'seen-asleep': 'asleep',
    'sleep-commanded': 'stopping',
    overdue: 'disobedient',
    failed: 'disobedient',
    'lost-power': 'unknown',
  },
  stopping: {
    'seen-asleep': 'asleep',
    overdue: 'disobedient',
    failed: 'disobedient',
    'lost-power': 'unknown',
  },
  disobedient: {
    'seen-normal': 'running',
    'seen-low': 'low',
    'seen-asleep': 'asleep',
    'lost-power': 'unknown',
  },
}

export const devicePhases = Object.keys(transitions) as readonly DevicePhase[]

/** The phase after an event; the same phase where the event means nothing to it. */
export function nextPhase(phase: DevicePhase, event: PhaseEvent): DevicePhase {
  return transitions[phase][event] ?? phase
}

/** The state that a device was commanded to. */
export type Target = 'normal' | 'low' | 'asleep'

/** The last command to a device. */
export type LastCommand = { target: Target; at: number; dueAt: number }

/** This far above the lower power is more than its fluctuation. */
const aboveLowShare = 1.15
/** Share of the expected power from which a device counts as settled at it. */
export const settledShare = 0.8

/**
 * What an observation means for a device in this phase, or null when it means nothing: it is from before the command, a start that is still
 * ramping up, lower power that looks like any other, or a sleep that still takes its power. A disobedient device is believed only in the
 * state it was commanded to, or asleep.
 */
export function observedEvent(
  device: FollowedDevice,
  phase: DevicePhase,
  lastCommand: LastCommand | null,
  now: number,
): PhaseEvent | null {
  const mode = shownMode(device, lastCommand)
  const seen = seenEvents[mode]
  if (seen === null || !device.isReachable) return null
  if (sleepsWithPower(device)) return null
  if (device.mode === 'normal' && phase === 'low' && !isAboveLow(device)) return null
  const isPending =
    phase === 'starting' || phase === 'lowering' || phase === 'stopping' || phase === 'disobedient'
  if (!isPending || lastCommand === null) return seen
  if (device.observedAt <= lastCommand.at) return null
  if (phase === 'starting') {
    // One that came up at lower power by itself takes less than it was given room for.
    const isThere = mode === lastCommand.target || (mode === 'low' && now >= lastCommand.dueAt)
    return isThere && isSettled(device, lastCommand, now) ? seen : null
  }
  if (phase === 'disobedient' && mode !== lastCommand.target && mode !== 'asleep') return null
  return seen
}

/** A miner says that it sleeps before its chips are off; it is believed when less than half of its power is left. */
export const sleepsWithPower = (device: FollowedDevice): boolean =>
  device.mode === 'asleep' &&
  device.measuredPowerWatts !== null &&
  device.measuredPowerWatts >= likelyWatts(device) / 2

/** Its mode as its power shows it: many miners that were commanded to lower their power report it as any other. */
function shownMode(
  { mode, curtailment, measuredPowerWatts }: FollowedDevice,
  lastCommand: LastCommand | null,
): DeviceMode {
  const isLow =
    mode === 'normal' &&
    lastCommand?.target === 'low' &&
    curtailment.lower !== null &&
    measuredPowerWatts !== null &&
    measuredPowerWatts <= curtailment.lower.powerWatts * aboveLowShare
  return isLow ? 'low' : mode
}

/** Many miners do not report that they run at lower power: then only measured power shows it; without a measurement the phase stays `low`. */
function isAboveLow({ curtailment: { lower }, measuredPowerWatts }: FollowedDevice): boolean {
  if (lower === null) return true
  return measuredPowerWatts !== null && measuredPowerWatts > lower.powerWatts * aboveLowShare
}

const seenEvents: Record<DeviceMode, PhaseEvent | null> = {
  normal: 'seen-normal',
  low: 'seen-low',
  asleep: 'seen-asleep',
  unknown: null,
}

/** A start is over when the device takes what it should, or its time is over. Without a measurement only the time counts. */
function isSettled(device: FollowedDevice, lastCommand: LastCommand, now: number): boolean {
  if (now >= lastCommand.dueAt) return true
  const expected = levelWatts(device, lastCommand.target === 'low' ? 'low' : 'normal')
  return device.measuredPowerWatts !== null && device.measuredPowerWatts >= settledShare * expected
}
