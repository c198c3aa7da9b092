import type { DeviceMemory } from '../law-state.ts'
import type { DeviceInPhase } from './counted-power.ts'
import {
  type DevicePhase,
  nextPhase,
  observedEvent,
  type PhaseEvent,
  settledShare,
  sleepsWithPower,
} from './device-phase.ts'
import { type FollowedDevice, likelyWatts } from './followed-device.ts'

/** A command that is known to have failed, named by its device and the time it was given. */
export type CommandFailure = { deviceId: string; commandedAt: number }

/** How long a meter may take to show what a miner does, ms. */
const meterLagMs = 3_000
/** How old the content of a reading may be when it arrives, ms. */
const readingDelayMs = 1_000
const hourMs = 3_600_000
const awake: ReadonlySet<DevicePhase> = new Set(['unknown', 'running', 'low'])
const pending: ReadonlySet<DevicePhase> = new Set(['starting', 'lowering', 'stopping'])

/**
 * The power of the boxes: since when they have it, or that they have none; undefined where no contactor can take it away. Ms of the law's clock.
 */
export type BoxPower = { since: number | null } | undefined

/** For this long after the power came back a miner may still be coming up, ms. */
const bootMs = 600_000

/** It does not answer, and has not since it lost its power: no command that it got holds, and none can reach it yet. */
export function isCutOff(device: FollowedDevice, power: BoxPower, now: number): boolean {
  if (power === undefined || device.isReachable) return false
  return power.since === null || (device.observedAt <= power.since && now - power.since < bootMs)
}

/** It has answered since its power came back, and does not take yet what it is going to. */
function isComingUp(device: FollowedDevice, power: BoxPower, now: number): boolean {
  const since = power?.since ?? null
  if (since === null || now - since >= bootMs || !device.isReachable || device.observedAt <= since)
    return false
  const { mode, measuredPowerWatts } = device
  return (
    mode === 'normal' &&
    (measuredPowerWatts === null || measuredPowerWatts < settledShare * likelyWatts(device))
  )
}

/** Advances every device by its observations, failed commands and commands whose time is over. Devices that are gone are dropped. */
export function trackDevices(
  before: ReadonlyMap<string, DeviceMemory>,
  devices: readonly FollowedDevice[],
  failures: readonly CommandFailure[],
  context: { now: number; holdMs: number; power?: BoxPower },
): Map<string, DeviceMemory> {
  const after = new Map<string, DeviceMemory>()
  for (const device of devices) {
    const known = before.get(device.id) ?? newMemory(context.now)
    after.set(device.id, track(known, device, failures, context))
  }
  return after
}

const newMemory = (now: number): DeviceMemory => ({
  phase: 'unknown',
  changedAt: now,
  lastCommand: null,
  starts: [],
  notBefore: Number.NEGATIVE_INFINITY,
})

function track(
  known: DeviceMemory,
  device: FollowedDevice,
  failures: readonly CommandFailure[],
  { now, holdMs, power }: { now: number; holdMs: number; power?: BoxPower },
): DeviceMemory {
  let { lastCommand } = known
  let phase = known.phase
  const apply = (event: PhaseEvent | null) => {
    if (event !== null) phase = nextPhase(phase, event)
  }
  const isFailed =
    failures.length > 0 &&
    failures.some(({ deviceId, commandedAt }) => deviceId === device.id && commandedAt === lastCommand?.at)
  if (isFailed) {
    // Nothing is on its way any more, and a start to lower power leaves it at any level.
    if (lastCommand !== null) lastCommand = { ...lastCommand, dueAt: Math.min(lastCommand.dueAt, now) }
    if (lastCommand !== null && phase === 'starting') lastCommand = { ...lastCommand, target: 'normal' }
    apply('failed')
  }
  const { sleepMs } = device.curtailment
  if (awake.has(phase) && device.isReachable && sleepMs !== null && sleepsWithPower(device)) {
    // It was commanded by someone else, or by the law before a restart: it is on its way down.
    apply('sleep-commanded')
    lastCommand = { target: 'asleep', at: device.observedAt, dueAt: now + sleepMs }
  }
  const isCut = isCutOff(device, power, now)
  if (isCut) {
    apply('lost-power')
    if (phase === 'unknown') lastCommand = null
  }
  const wasCutOff = isCut || (known.wasCutOff === true && !device.isReachable)
  const isUp =
    known.wasCutOff === true && (phase === 'unknown' || phase === 'asleep') && isComingUp(device, power, now)
  if (isUp) {
    apply('seen-coming-up')
    lastCommand = { target: 'normal', at: device.observedAt - 1, dueAt: now + device.curtailment.startMs }
  }
  apply(observedEvent(device, phase, lastCommand, now))
  if (pending.has(phase) && lastCommand !== null && now >= lastCommand.dueAt) {
    if (phase === 'starting') lastCommand = { ...lastCommand, target: 'normal' }
    apply('overdue')
    apply(observedEvent(device, phase, lastCommand, now))
  }
  const oldest = known.starts[0]
  const starts =
    oldest !== undefined && oldest <= now - hourMs
      ? known.starts.filter((at) => at > now - hourMs)
      : known.starts
  const isSame = phase === known.phase && starts === known.starts && lastCommand === known.lastCommand
  if (isSame && wasCutOff === (known.wasCutOff ?? false)) return known
  const startFailed = known.phase === 'starting' && (phase === 'disobedient' || phase === 'asleep')
  return {
    ...known,
    phase,
    lastCommand,
    changedAt: phase === known.phase ? known.changedAt : now,
    starts,
    wasCutOff,
    notBefore: startFailed ? now + holdMs : known.notBefore,
  }
}

/** The devices with their phases, as the sums need them. */
export function devicesInPhase(
  devices: readonly FollowedDevice[],
  memories: ReadonlyMap<string, DeviceMemory>,
  now: number,
  /** When the newest reading arrived. */
  arrivedAt: number | null,
  power?: BoxPower,
): DeviceInPhase[] {
  return devices.map((device) => {
    const memory = memories.get(device.id) ?? newMemory(now)
    const { phase, lastCommand, changedAt } = memory
    const isObeyed =
      (phase === 'asleep' && lastCommand?.target === 'asleep') ||
      (phase === 'low' && lastCommand?.target === 'low')
    const isGoing = phase === 'stopping' || phase === 'lowering'
    return {
      device,
      phase,
      lastCommand,
      isCutOff: isCutOff(device, power, now),
      isUnseen: power !== undefined && (power.since === null || device.observedAt <= power.since),
      isFresh: phase === 'asleep' && now - changedAt < meterLagMs,
      isUnmetered:
        arrivedAt !== null &&
        ((isObeyed && arrivedAt < changedAt + readingDelayMs) ||
          (isGoing && arrivedAt < device.observedAt + readingDelayMs)),
    }
  })
}
