import type { DeviceMemory } from '../law-state.ts'
import type { DeviceInPhase } from './counted-power.ts'
import {
  type DevicePhase,
  nextPhase,
  observedEvent,
  type PhaseEvent,
  sleepsWithPower,
} from './device-phase.ts'
import type { FollowedDevice } from './followed-device.ts'

/** A command that is known to have failed, named by its device and the time it was given. */
export type CommandFailure = { deviceId: string; toldAt: number }

/** How long a meter may take to show what a miner does, ms. */
const meterLagMs = 3_000
/** How old the content of a reading may be when it arrives, ms. */
const readingDelayMs = 1_000
const hourMs = 3_600_000
const awake: ReadonlySet<DevicePhase> = new Set(['unknown', 'running', 'low'])
const pending: ReadonlySet<DevicePhase> = new Set(['starting', 'lowering', 'stopping'])

/** Advances every device by its observations, failed commands and commands whose time is over. Devices that are gone are dropped. */
export function trackDevices(
  before: ReadonlyMap<string, DeviceMemory>,
  devices: readonly FollowedDevice[],
  failures: readonly CommandFailure[],
  context: { now: number; holdMs: number },
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
  told: null,
  starts: [],
  notBefore: Number.NEGATIVE_INFINITY,
})

function track(
  known: DeviceMemory,
  device: FollowedDevice,
  failures: readonly CommandFailure[],
  { now, holdMs }: { now: number; holdMs: number },
): DeviceMemory {
  let { told } = known
  let phase = known.phase
  const apply = (event: PhaseEvent | null) => {
    if (event !== null) phase = nextPhase(phase, event)
  }
  const isFailed =
    failures.length > 0 &&
    failures.some(({ deviceId, toldAt }) => deviceId === device.id && toldAt === told?.at)
  if (isFailed) {
    // Nothing is on its way any more, and a start to lower power leaves it at any level.
    if (told !== null) told = { ...told, dueAt: Math.min(told.dueAt, now) }
    if (told !== null && phase === 'starting') told = { ...told, target: 'normal' }
    apply('failed')
  }
  const { sleepMs } = device.curtailment
  if (awake.has(phase) && device.isReachable && sleepMs !== null && sleepsWithPower(device)) {
    // It was commanded by someone else, or by the law before a restart: it is on its way down.
    apply('told-sleep')
    told = { target: 'asleep', at: device.observedAt, dueAt: now + sleepMs }
  }
  apply(observedEvent(device, phase, told, now))
  if (pending.has(phase) && told !== null && now >= told.dueAt) {
    if (phase === 'starting') told = { ...told, target: 'normal' }
    apply('overdue')
    apply(observedEvent(device, phase, told, now))
  }
  const oldest = known.starts[0]
  const starts =
    oldest !== undefined && oldest <= now - hourMs
      ? known.starts.filter((at) => at > now - hourMs)
      : known.starts
  if (phase === known.phase && starts === known.starts && told === known.told) return known
  const startFailed = known.phase === 'starting' && (phase === 'disobedient' || phase === 'asleep')
  return {
    ...known,
    phase,
    told,
    changedAt: phase === known.phase ? known.changedAt : now,
    starts,
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
): DeviceInPhase[] {
  return devices.map((device) => {
    const memory = memories.get(device.id) ?? newMemory(now)
    const { phase, told, changedAt } = memory
    const isObeyed =
      (phase === 'asleep' && told?.target === 'asleep') || (phase === 'low' && told?.target === 'low')
    const isGoing = phase === 'stopping' || phase === 'lowering'
    return {
      device,
      phase,
      told,
      isFresh: phase === 'asleep' && now - changedAt < meterLagMs,
      isUnmetered:
        arrivedAt !== null &&
        ((isObeyed && arrivedAt < changedAt + readingDelayMs) ||
          (isGoing && arrivedAt < device.observedAt + readingDelayMs)),
    }
  })
}
