import type { Cooling } from './cooling.ts'
import { committedWatts, type DeviceInPhase, expectedWatts, reliefWatts } from './devices/counted-power.ts'
import { type DevicePhase, nextPhase, type Target } from './devices/device-phase.ts'
import { type FollowedDevice, isCurtailable, levelWatts, likelyWatts } from './devices/followed-device.ts'
import { type BoxPower, type CommandFailure, devicesInPhase, trackDevices } from './devices/track-devices.ts'
import type { Activity, Explanation, OffReason, Warning } from './explanation.ts'
import type { FollowerSettings } from './follower-settings.ts'
import type { DeviceMemory, LawState } from './law-state.ts'
import { effectiveLoadKw, type LoadReading } from './load/load-reading.ts'
import { addToMean, type MeanLoad, meanShare, shareWithin } from './load/mean-load.ts'
import { judgeMeter, type MeterTrust } from './load/meter-trust.ts'
import { estimateShipLoadKw } from './load/ship-load.ts'
import { judgeSag } from './load/supply-sag.ts'
import { type HeldMinimum, heldValue, holdMinimum } from './plan/held-minimum.ts'
import { isQuiet } from './plan/quiet-hours.ts'
import { noReadyRoom, type ReadyRoom } from './plan/ready-steps.ts'
import { observeRise, requiredReserveKw } from './plan/reserve.ts'
import { leastStaggerMs, mostStepShare, planRestore } from './plan/restore-plan.ts'
import { shedOrder } from './plan/shed-order.ts'
import { planShed } from './plan/shed-plan.ts'
import { defaultFuel, judgeWorth, type WorthInput } from './proof/worth.ts'

/** Everything that a decision is based on. */
export type LawInput = {
  settings: FollowerSettings
  /** The newest reading; null when there was none yet. */
  reading: LoadReading | null
  devices: readonly FollowedDevice[]
  /** Commands that failed since the last decision. */
  failures: readonly CommandFailure[]
  /** Whether the boxes have power; left out where no contactor can take it away. */
  power?: BoxPower
  /** What the cooling water does; left out where nothing shows it. */
  cooling?: Cooling
  /** Room for steps that may come now, beyond the reserve; left out: none. */
  ready?: ReadyRoom
  /** What fuel costs and mining earns; left out: miners run whatever it costs. */
  worth?: WorthInput
}

/** `now` in ms of a clock that never jumps; `minuteOfDay` of the ship's wall clock. */
export type LawClock = { now: number; minuteOfDay: number }

/** One command to one device. `confirmMs`: what it may take until it is confirmed. */
export type LawAction = {
  deviceId: string
  command: 'sleep' | 'lower' | 'start' | 'start-low'
  commandedAt: number
  confirmMs: number
}

export type Decision = { state: LawState; actions: LawAction[]; explanation: Explanation }

const hourMs = 3_600_000
/** A disobedient device is commanded again after this long, and never before its time is over: each command may make it start over. */
const repeatAfterMs = 60_000
/** For this long after its start the law waits for every device to be seen; then those it does not know count at full power. */
const firstSightMs = 120_000
/** A miner that gives way within this time is called quick, ms. Above the limit the quick ones go first. */
const soonMs = 30_000
/** Overloads within an hour that are worth a warning. */
const repeatedOverloads = 4

/**
 * The law of the generator: what every miner has to do now. Pure; call it with every reading and every 250 ms. The actions returned are
 * taken as given: the next call counts them.
 */
export function decide(before: LawState, input: LawInput, clock: LawClock): Decision {
  const { settings, reading } = input
  const { now } = clock
  const memories = trackDevices(before.devices, input.devices, input.failures, {
    now,
    holdMs: settings.holdMs,
    power: input.power,
  })
  const devices = devicesInPhase(input.devices, memories, now, reading?.arrivedAt ?? null, input.power)
  const isNew = reading !== null && reading.arrivedAt !== before.arrivedAt
  const loadKw = reading === null ? null : effectiveLoadKw(reading, settings.watchPhases)
  const limitKw = limitOf(settings, reading)
  const mean = isNew && loadKw !== null ? meanOf(before, settings, reading, loadKw) : before.mean
  const capKw = meanCapKw(settings, reading, mean)
  const { ready = noReadyRoom } = input
  const targetKw = limitKw === null ? null : Math.min(limitKw - settings.reserveKw - ready.kw, capKw)

  const supply = judgeSag(before.sag, { reading, settings, now })
  const trust: MeterTrust = isNew ? judgeMeter(before, { loadKw, devices, now }) : before
  const shipLoadKw =
    isNew && loadKw !== null
      ? estimateShipLoadKw({
          generatorLoadKw: loadKw,
          previousKw: before.shipLoadKw,
          targetKw: targetKw ?? Number.POSITIVE_INFINITY,
          devices,
        })
      : before.shipLoadKw
  const allowedKw = allowedMining(settings, loadKw, shipLoadKw, targetKw)

  const assessed = judgeWorth(before.worth, {
    worth: input.worth ?? { fuel: defaultFuel, market: null },
    settings,
    powerSource: reading?.powerSource ?? 'generator',
    shipLoadKw: loadKw === null ? null : shipLoadKw,
    generatorLoadKw: loadKw,
    devices,
    now,
  })
  const { resting } = assessed

  const state: LawState = {
    ...before,
    worth: assessed.state,
    devices: memories,
    arrivedAt: reading?.arrivedAt ?? null,
    shipLoadKw,
    contradictedSince: trust.contradictedSince,
    distrustedUntil: trust.distrustedUntil,
    unchanged: trust.unchanged,
    mean,
    sag: supply.sag,
    rise: isNew ? riseOf(before, devices, shipLoadKw, now) : before.rise,
  }
  const required = requiredReserveKw({
    largestStepKw: settings.largestStepKw ?? state.rise.largestKw,
    devices,
    settings,
  })
  const sum = (count: (one: DeviceInPhase) => number) =>
    devices.reduce((watts, one) => watts + count(one), 0) / 1_000
  const figures: Figures = {
    limitKw,
    generatorLoadKw: loadKw,
    shipLoadKw: loadKw === null ? null : shipLoadKw,
    miningKw: loadKw === null || shipLoadKw === null ? null : Math.max(0, loadKw - shipLoadKw),
    allowedKw,
    headroomKw:
      allowedKw === null ? null : allowedKw - sum((one) => committedWatts(one, settings.rampHeadroom)),
    overKw: 0,
    meanLoadPercent: percentOf(meanShare(mean)),
    ...curtailedPart(devices, resting),
    worth: assessed.worth,
    loadAgeMs: reading === null ? null : Math.max(0, now - reading.arrivedAt),
    requiredReserveKw: required,
  }
  const warnings = standingWarnings(devices, settings, required)
  if (ready.kw > 0) warnings.push({ code: 'making-room', names: ready.names })
  warnings.push(...supply.lows.map((code) => ({ code })))
  if (limitKw !== null && capKw < limitKw - settings.reserveKw && figures.curtailedKw > 0)
    warnings.push({ code: 'mean-load' })

  const offReason = whyOff(state, input, clock, allowedKw)
  if (offReason !== null) {
    const actions = recordCommands(memories, input.devices, everythingOff(devices, memories, now), now)
    // By the clock alone everything is off: what room there is is seen all the while.
    const roomKw =
      allowedKw === null || !isNew ? null : Math.min(allowedKw, sureRoomKw(devices, loadKw, targetKw))
    const seen = roomKw === null ? before.held : hold(before.held, roomKw, input, now)
    const held = offReason === 'quiet-hours' ? seen : []
    return {
      state: { ...state, held, overSince: null },
      actions,
      explanation: { ...figures, activity: 'off', offReason, warnings },
    }
  }
  if (allowedKw === null) {
    return {
      state,
      actions: [],
      explanation: { ...figures, activity: 'waiting', offReason, warnings },
    }
  }

  const isFirstSight =
    now - before.startedAt < firstSightMs &&
    devices.some(({ phase, device }) => phase === 'unknown' && device.isReachable)
  let held: HeldMinimum = before.held
  if (isFirstSight || supply.lows.length > 0) held = []
  else if (isNew || loadKw === null) held = hold(held, allowedKw, input, now)

  // The present load, less what is on its way down; and the load once every command is carried out.
  const measuredOver =
    loadKw === null || targetKw === null ? Number.NEGATIVE_INFINITY : loadKw - targetKw - sum(reliefWatts)
  const expectedOver = sum((one) => expectedWatts(one, settings.rampHeadroom)) - allowedKw
  const isOver = measuredOver > 0 || expectedOver > settings.deadbandKw || supply.needKw > 0
  const ordered = shedOrder(
    devices,
    resting.size === 0 ? settings.shedFirst : [...resting, ...settings.shedFirst],
  )
  if (isOver) {
    const overKw = Math.max(measuredOver, expectedOver, supply.needKw)
    const soon = (one: DeviceInPhase) =>
      one.isUnmetered || (one.lastCommand?.dueAt ?? Infinity) - now <= soonMs ? reliefWatts(one) : 0
    const urgentKw = loadKw === null || limitKw === null ? 0 : loadKw - limitKw - sum(soon)
    const plan = planShed(ordered, overKw, {
      needKw: Math.max(0, urgentKw, supply.needKw),
      withinMs: soonMs,
    })
    const again = repeatCommands(devices, memories, now)
    // What gives way only for a step that may come was never an overload.
    const isAhead = overKw <= ready.kw
    const overloads =
      before.overSince === null && !isAhead
        ? [...recent(before.overloads, now), now]
        : recent(before.overloads, now)
    if (plan.shortKw > 0) warnings.push({ code: 'cannot-shed-enough', shortKw: plan.shortKw })
    if (overloads.length >= repeatedOverloads)
      warnings.push({ code: 'repeated-overload', count: overloads.length })
    const actions = recordCommands(memories, input.devices, [...plan.actions, ...again], now)
    return {
      state: { ...state, held, overSince: before.overSince ?? now, overloads },
      actions,
      explanation: { ...figures, overKw, activity: 'shedding', offReason, warnings },
    }
  }

  const overloads = recent(before.overloads, now)
  if (overloads.length >= repeatedOverloads)
    warnings.push({ code: 'repeated-overload', count: overloads.length })
  const heldKw = heldValue(held, settings.holdMs)
  const isTimely = loadKw === null || now - (reading?.arrivedAt ?? 0) <= settings.staleAfterMs / 2
  const staggerMs = Math.max(leastStaggerMs, settings.restoreStaggerMs)
  const isStaggered = before.lastStartAt !== null && now - before.lastStartAt < staggerMs
  const starts =
    heldKw === null || !isTimely || isStaggered || input.cooling === 'waits'
      ? []
      : planRestore(ordered, {
          allowedKw: Math.min(heldKw, allowedKw),
          committedKw: sum((one) => committedWatts(one, settings.rampHeadroom)),
          settings,
          mayStart: (id) => {
            const memory = memories.get(id)
            return (
              memory !== undefined &&
              !resting.has(id) &&
              now >= memory.notBefore &&
              memory.starts.length < settings.maxStartsPerHour
            )
          },
          isOwnStart: ({ device, lastCommand }) =>
            lastCommand !== null && memories.get(device.id)?.starts.includes(lastCommand.at) !== true,
        })
  const rests = isFirstSight ? [] : restOf(devices, memories, { resting, settings, now })
  const actions = recordCommands(memories, input.devices, [...starts, ...rests], now)
  const waits = devices.some(
    ({ phase, device }) => phase === 'asleep' && device.isWanted && !resting.has(device.id),
  )
  let activity: Activity = 'steady'
  if (starts.length > 0 || devices.some(({ phase }) => phase === 'starting')) activity = 'restoring'
  else if (waits) activity = 'holding'
  return {
    state: {
      ...state,
      held,
      overSince: null,
      overloads,
      lastStartAt: starts.length > 0 ? now : before.lastStartAt,
    },
    actions,
    explanation: { ...figures, activity, offReason, warnings },
  }
}

/** What miners could take if those that do not answer take nothing: what is not measured is the ship's. Endless where all answer. */
function sureRoomKw(
  devices: readonly DeviceInPhase[],
  loadKw: number | null,
  targetKw: number | null,
): number {
  if (loadKw === null || targetKw === null || devices.every(({ device }) => device.isReachable))
    return Infinity
  const watts = devices.reduce(
    (sum, { device }) => sum + (device.isReachable ? (device.measuredPowerWatts ?? 0) : 0),
    0,
  )
  return targetKw - loadKw + watts / 1_000
}

const hold = (held: HeldMinimum, allowedKw: number, { settings }: LawInput, now: number) =>
  holdMinimum(held, allowedKw, now, { holdMs: settings.holdMs, maxGapMs: settings.staleAfterMs })

/** What wanted miners do not take because of the law, including what a starting miner is not yet known to take. */
function curtailedPart(
  devices: readonly DeviceInPhase[],
  resting: ReadonlySet<string>,
): Pick<Explanation, 'fleetKw' | 'curtailedKw' | 'restingKw' | 'curtailedRevenuePerKwh'> {
  let fleetWatts = 0
  let restingWatts = 0
  let curtailedWatts = 0
  let pricedWatts = 0
  let cents = 0
  for (const { device, phase, isCutOff } of devices) {
    if (!device.isWanted) continue
    const rated = likelyWatts(device)
    fleetWatts += rated
    if (resting.has(device.id)) {
      restingWatts += rated
      continue
    }
    const isHeld = isCutOff || phase === 'asleep' || phase === 'stopping' || phase === 'starting'
    const missing = isHeld
      ? rated
      : phase === 'low' || phase === 'lowering'
        ? rated - levelWatts(device, 'low')
        : 0
    curtailedWatts += missing
    if (device.revenuePerKwh === null || missing <= 0) continue
    pricedWatts += missing
    cents += missing * device.revenuePerKwh
  }
  return {
    fleetKw: fleetWatts / 1_000,
    curtailedKw: curtailedWatts / 1_000,
    restingKw: restingWatts / 1_000,
    curtailedRevenuePerKwh: pricedWatts > 0 ? cents / pricedWatts : null,
  }
}

type Figures = Omit<Explanation, 'activity' | 'offReason' | 'warnings'>
type Wish = { deviceId: string; command: LawAction['command'] }

const percentOf = (share: number | null) => (share === null ? null : 100 * share)
const recent = (times: readonly number[], now: number) => times.filter((at) => at > now - hourMs)

/** What the source that feeds the ship can give, kW; null where mining on it is not allowed. */
export const capacityOf = (
  settings: FollowerSettings,
  { powerSource }: Pick<LoadReading, 'powerSource'>,
): number | null =>
  ({
    generator: settings.capacityKw,
    shore: settings.shoreCapacityKw,
    battery: settings.batteryCapacityKw,
  })[powerSource]

/** What ship and miners together may take from the source that feeds them, kW; null where mining on it is not allowed or nothing is known. */
function limitOf(settings: FollowerSettings, reading: LoadReading | null): number | null {
  if (reading === null) return null
  const capacity = capacityOf(settings, reading)
  return capacity === null ? null : (capacity * settings.limitPercent) / 100
}

/** Adds a new reading to what the set carried; the time since the one before counts, less what was not measured. */
function meanOf(before: LawState, settings: FollowerSettings, reading: LoadReading, loadKw: number) {
  const capacityKw = capacityOf(settings, reading)
  if (reading.powerSource !== 'generator' || before.arrivedAt === null || capacityKw === null)
    return before.mean
  const spentMs = Math.min(settings.staleAfterMs, reading.arrivedAt - before.arrivedAt)
  return addToMean(before.mean, loadKw / capacityKw, spentMs)
}

/** What the set may carry in all for the sake of its mean, kW; endless where its rating sets no such limit. */
function meanCapKw(settings: FollowerSettings, reading: LoadReading | null, mean: MeanLoad): number {
  if (settings.meanLimitPercent === null || reading?.powerSource !== 'generator') return Infinity
  return settings.capacityKw * shareWithin(mean, settings.meanLimitPercent / 100)
}

function allowedMining(
  settings: FollowerSettings,
  loadKw: number | null,
  shipLoadKw: number | null,
  targetKw: number | null,
): number | null {
  if (targetKw === null) return null
  if (loadKw === null) return settings.contactBudgetKw
  return shipLoadKw === null ? null : targetKw - shipLoadKw
}

/** The first reason for everything to be off, the crew's first; null when miners may run. */
function whyOff(
  state: LawState,
  input: LawInput,
  clock: LawClock,
  allowedKw: number | null,
): OffReason | null {
  const { settings, reading } = input
  if (settings.masterStop) return 'master-stop'
  if (reading?.shipNeedsPower) return 'ship-needs-power'
  if (input.cooling === 'lost') return 'no-cooling'
  const lastAt = Math.max(reading?.arrivedAt ?? Number.NEGATIVE_INFINITY, state.startedAt)
  if (clock.now - lastAt > settings.staleAfterMs) return 'load-unknown'
  if (reading?.powerSource === 'shore' && settings.shoreCapacityKw === null) return 'shore-power'
  if (reading?.powerSource === 'battery' && settings.batteryCapacityKw === null) return 'battery'
  if (isQuiet(clock.minuteOfDay, settings.quietHours)) return 'quiet-hours'
  if (clock.now < state.distrustedUntil) return 'meter-contradicted'
  if (reading !== null && allowedKw === null) return 'load-unknown'
  return null
}

const sure: ReadonlySet<DevicePhase> = new Set(['running', 'low', 'asleep'])

/** The largest rise of the ship's own load, learned only while every miner's part of the load is certain. */
function riseOf(before: LawState, devices: readonly DeviceInPhase[], shipLoadKw: number | null, now: number) {
  const isSure = devices.every(
    ({ phase, device, isFresh }) =>
      sure.has(phase) &&
      device.isReachable &&
      !isFresh &&
      (phase === 'asleep' || device.measuredPowerWatts !== null),
  )
  if (shipLoadKw === null) return before.rise
  if (!isSure) return before.rise.lows.length === 0 ? before.rise : { ...before.rise, lows: [] }
  return observeRise(before.rise, shipLoadKw, now, slowestMs(devices))
}

const slowestMs = (devices: readonly DeviceInPhase[]) =>
  Math.max(60_000, ...devices.map(({ device }) => device.curtailment.sleepMs ?? 0))

function standingWarnings(
  devices: readonly DeviceInPhase[],
  settings: FollowerSettings,
  required: number,
): Warning[] {
  const ids = (which: (one: DeviceInPhase) => boolean) => devices.filter(which).map(({ device }) => device.id)
  const warnings: Warning[] = []
  if (required > settings.reserveKw) warnings.push({ code: 'reserve-too-low', requiredKw: required })
  const disobedient = ids(({ phase }) => phase === 'disobedient')
  if (disobedient.length > 0) warnings.push({ code: 'disobedient', deviceIds: disobedient })
  const uncontrolled = ids(({ device, phase }) => !isCurtailable(device) && phase !== 'asleep')
  if (uncontrolled.length > 0) warnings.push({ code: 'not-curtailable', deviceIds: uncontrolled })
  const away = ids(({ device, isCutOff }) => !device.isReachable && !isCutOff)
  if (away.length > 0) warnings.push({ code: 'not-reachable', deviceIds: away })
  return warnings
}

/** Commands every device that is not known to be off to sleep, or to go as low as it can. */
function everythingOff(
  devices: readonly DeviceInPhase[],
  memories: ReadonlyMap<string, DeviceMemory>,
  now: number,
): Wish[] {
  return devices.flatMap(({ device, phase, isCutOff }): Wish[] => {
    const { sleepMs, lower } = device.curtailment
    // It is commanded at its first answer.
    if (isCutOff) return []
    if (phase === 'disobedient') return repeatCommands([{ device, phase }], memories, now)
    if (sleepMs !== null && phase !== 'asleep' && phase !== 'stopping')
      return [{ deviceId: device.id, command: 'sleep' }]
    if (sleepMs === null && lower !== null && phase !== 'asleep' && phase !== 'low' && phase !== 'lowering')
      return [{ deviceId: device.id, command: 'lower' }]
    return []
  })
}

/** Brings miners that are not worth their fuel to rest, no faster than a set gives up load well. */
function restOf(
  devices: readonly DeviceInPhase[],
  memories: ReadonlyMap<string, DeviceMemory>,
  { resting, settings, now }: { resting: ReadonlySet<string>; settings: FollowerSettings; now: number },
): Wish[] {
  const those = devices.filter(({ device }) => resting.has(device.id) && device.isReachable)
  if (those.some(({ phase }) => phase === 'stopping' || phase === 'lowering')) return []
  const mostWatts = mostStepShare * settings.capacityKw * 1_000
  let watts = 0
  return everythingOff(those, memories, now).filter(({ deviceId }) => {
    const drawn = those.find(({ device }) => device.id === deviceId)?.device.ratedPowerWatts ?? 0
    const isFirst = watts === 0
    watts += drawn
    return isFirst || watts <= mostWatts
  })
}

/** Disobedient devices are commanded again from time to time; the law does not count on them obeying. */
function repeatCommands(
  devices: readonly Pick<DeviceInPhase, 'device' | 'phase'>[],
  memories: ReadonlyMap<string, DeviceMemory>,
  now: number,
): Wish[] {
  return devices.flatMap(({ device, phase }): Wish[] => {
    const last = memories.get(device.id)?.lastCommand ?? null
    if (phase !== 'disobedient' || !isCurtailable(device)) return []
    const isTooSoon = last !== null && (now - last.at < repeatAfterMs || now < last.dueAt)
    if (isTooSoon && last.target !== 'normal') return []
    return [{ deviceId: device.id, command: device.curtailment.sleepMs === null ? 'lower' : 'sleep' }]
  })
}

const targets: Record<LawAction['command'], Target> = {
  sleep: 'asleep',
  lower: 'low',
  start: 'normal',
  'start-low': 'low',
}
const events = {
  sleep: 'sleep-commanded',
  lower: 'lower-commanded',
  start: 'start-commanded',
  'start-low': 'start-commanded',
} as const

/** Writes the commands into the memories (new ones of this decision) and returns them. */
function recordCommands(
  memories: Map<string, DeviceMemory>,
  devices: readonly FollowedDevice[],
  wishes: readonly Wish[],
  now: number,
): LawAction[] {
  return wishes.map(({ deviceId, command }) => {
    const memory = memories.get(deviceId)
    const device = devices.find(({ id }) => id === deviceId)
    const confirmMs = device === undefined ? 0 : confirmMsOf(device, command)
    if (memory !== undefined) {
      const phase = nextPhase(memory.phase, events[command])
      const isStart = command === 'start' || command === 'start-low'
      memories.set(deviceId, {
        ...memory,
        phase,
        changedAt: now,
        lastCommand: { target: targets[command], at: now, dueAt: now + confirmMs },
        starts: isStart ? [...memory.starts, now] : memory.starts,
      })
    }
    return { deviceId, command, commandedAt: now, confirmMs }
  })
}

function confirmMsOf({ curtailment }: FollowedDevice, command: LawAction['command']): number {
  if (command === 'sleep') return curtailment.sleepMs ?? 0
  if (command === 'lower') return curtailment.lower?.confirmMs ?? 0
  return curtailment.startMs
}
