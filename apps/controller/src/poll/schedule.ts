/**
 * When each device is polled. Pure: the clock comes in as `now` (ms, the controller's clock brought to the server's where that is known).
 *
 * Time is cut into slots of one poll interval, counted from the epoch. A device is polled once a slot, all devices in one burst
 * that begins a quarter of the interval into the slot: far from both edges, so a small error of the clock never puts
 * two samples of a device into one slot. A device that was never polled does not wait for the burst.
 *
 * A device: idle ──start──▶ running ──endPoll──▶ idle, or ──endPoll(lingering)──▶ lingering ──releasePoll──▶ idle.
 * `lingering` is a driver that has not let go of its connection after its budget: it holds no place any more,
 * and it is not polled again until it does.
 */
export type DeviceSchedule = {
  activity: 'idle' | 'running' | 'lingering'
  /** When it was last polled, ms; null before the first time. */
  lastPolledAt: number | null
  /** Polls that failed in a row. */
  failures: number
  /** After failures: not polled before this slot. */
  resumeSlot: number | null
}

export type ScheduleState = {
  intervalMs: number
  concurrency: number
  devices: ReadonlyMap<string, DeviceSchedule>
}

/** A device that does not answer is polled every 2nd, 4th, then 8th slot, but at least every 4 minutes where the interval allows it. */
const LONGEST_BACK_OFF_SLOTS = 8
const LONGEST_BACK_OFF_MS = 240_000

const BURST_PHASE = 0.25

/** Two polls of a device are never closer than this, also when the clock was just corrected: the server tells samples apart by 5 s slots. */
const LEAST_SPACING_MS = 5_000
const LEAST_SPACING_SHARE = 0.8

export function createSchedule(options: { intervalMs: number; concurrency: number }): ScheduleState {
  return { ...options, devices: new Map() }
}

/** Slot in which `now` lies. */
export function slotOf(now: number, intervalMs: number): number {
  return Math.floor(now / intervalMs)
}

/** Adds a device; `lastPolledAt` (ms, null: never) keeps a restart from polling twice in one slot. A device already there stays as it is. */
export function addDevice(state: ScheduleState, key: string, lastPolledAt: number | null): ScheduleState {
  if (state.devices.has(key)) return state
  return withDevice(state, key, { activity: 'idle', lastPolledAt, failures: 0, resumeSlot: null })
}

export function removeDevice(state: ScheduleState, key: string): ScheduleState {
  const devices = new Map(state.devices)
  devices.delete(key)
  return { ...state, devices }
}

/** A search has seen the device: its back-off ends. */
export function endBackOff(state: ScheduleState, key: string): ScheduleState {
  const device = state.devices.get(key)
  return device === undefined ? state : withDevice(state, key, { ...device, resumeSlot: null })
}

/** Slots to wait after the n-th failure in a row: 1, 2, 4, 8. */
export function backOffSlots(failures: number, intervalMs: number): number {
  const bound = Math.max(1, Math.min(LONGEST_BACK_OFF_SLOTS, Math.floor(LONGEST_BACK_OFF_MS / intervalMs)))
  return Math.min(bound, 2 ** Math.min(Math.max(0, failures - 1), 10))
}

/**
 * A poll has ended or used up its budget. With `lingering` the driver still holds the connection: report it with `releasePoll` when it lets go.
 */
export function endPoll(
  state: ScheduleState,
  key: string,
  outcome: { answered: boolean; lingering: boolean },
): ScheduleState {
  const device = state.devices.get(key)
  if (device === undefined) return state
  const failures = outcome.answered ? 0 : device.failures + 1
  const resumeSlot =
    outcome.answered || device.lastPolledAt === null
      ? null
      : slotOf(device.lastPolledAt, state.intervalMs) + backOffSlots(failures, state.intervalMs)
  return withDevice(state, key, {
    ...device,
    failures,
    resumeSlot,
    activity: outcome.lingering ? 'lingering' : 'idle',
  })
}

export function releasePoll(state: ScheduleState, key: string): ScheduleState {
  const device = state.devices.get(key)
  return device === undefined ? state : withDevice(state, key, { ...device, activity: 'idle' })
}

/**
 * The devices to poll now, already marked as running, and when to look again if nothing ends before (null: nothing to wait for).
 * Devices that answered last time come first, so those that hang never delay them.
 */
export function nextPolls(
  state: ScheduleState,
  now: number,
): { state: ScheduleState; start: string[]; wakeAt: number | null } {
  const { intervalMs } = state
  const slot = slotOf(now, intervalMs)
  const burstAt = slot * intervalMs + Math.floor(intervalMs * BURST_PHASE)
  let free = state.concurrency
  const due: [string, DeviceSchedule][] = []
  for (const entry of state.devices) {
    const device = entry[1]
    if (device.activity === 'running') free -= 1
    else if (device.activity === 'idle' && isDue(device, now, now >= burstAt, intervalMs)) due.push(entry)
  }
  due.sort((a, b) => a[1].failures - b[1].failures)
  const starting = due.slice(0, Math.max(0, free))
  const wakeAt = state.devices.size === 0 ? null : now < burstAt ? burstAt : burstAt + intervalMs
  if (starting.length === 0) return { state, start: [], wakeAt }
  const devices = new Map(state.devices)
  for (const [key, device] of starting)
    devices.set(key, { ...device, activity: 'running', lastPolledAt: now })
  return { state: { ...state, devices }, start: starting.map(([key]) => key), wakeAt }
}

function isDue(device: DeviceSchedule, now: number, inBurst: boolean, intervalMs: number): boolean {
  if (device.lastPolledAt === null) return true
  if (!inBurst) return false
  const sinceMs = now - device.lastPolledAt
  // A little in the future is a clock that was corrected a little; more means it was set back, and waiting for it could take for ever.
  if (sinceMs < -intervalMs) return true
  if (sinceMs < Math.min(LEAST_SPACING_MS, LEAST_SPACING_SHARE * intervalMs)) return false
  const slot = slotOf(now, intervalMs)
  if (slotOf(device.lastPolledAt, intervalMs) >= slot) return false
  return device.resumeSlot === null || slot >= device.resumeSlot
}

function withDevice(state: ScheduleState, key: string, device: DeviceSchedule): ScheduleState {
  return { ...state, devices: new Map(state.devices).set(key, device) }
}
