import type { FollowerSettings } from './follower-settings.ts'
import { leastStaggerMs } from './plan/restore-plan.ts'

/**
 * The contactor of the boxes as an overload relay of last resort: an inverse time against what the set can give, with memory. It does not
 * depend on the miners: when the commands of the law have no effect, it takes the power away.
 */
export type ContactorPhase = 'closed' | 'open' | 'locked'

/** What made it hot: a measured overload, frequency alone, or readings that were missing. */
export type HeatCause = 'overload' | 'frequency' | 'unknown'

export type ContactorState = {
  phase: ContactorPhase
  /** 0 is cold; at 1 it opens. */
  heat: number
  cause: HeatCause | null
  /** When it opened because of an overload, within the last hour. */
  openings: readonly number[]
  /** While it is open: since when there has been room for the load that returns with it. */
  roomSince: number | null
  /** Since when the law has had everything off. */
  offSince: number | null
  /** How many groups of boxes have power, and since when the last of them. */
  stages: number
  stagedAt: number
  /** The last step, what it saw, and whether the boxes had power then. */
  at: number | null
  excess: Excess
  isPowered: boolean
  hadMasterStop: boolean
  /** What the boxes took when they last had power, kW: the load that returns with it. */
  behindKw: number
  /** What may come up with the power before it can be put to sleep, kW. */
  returnsKw: number
  /** What the set carried just before the boxes got power, kW; null: not known. */
  closedAtKw: number | null
}

/** How far above its pick-up the load is, and by what; a load of 1.2 times the pick-up is 0.2. Null is unknown. */
type Excess = { by: number; cause: HeatCause | null } | null

/** Why the boxes have no power; null while they may have it. */
export type ContactorStop =
  /** No load, or an old one. */
  | 'load-unknown'
  /** It opened, and is still hot or waits for room. */
  | 'overload'
  /** It opened too often: a person on board has to check. */
  | 'locked'
  /** It could close, and what comes back with it may be more than the set has to give. */
  | 'no-room'
  /** Everything was ordered off, and had the time to go to sleep. */
  | 'ordered-off'
  /** Following is not set up. */
  | 'not-set-up'

/** What a reading says about the supply; what is not measured is null. */
export type SupplyReading = {
  loadKw: number | null
  /** What the source that feeds the ship can give. */
  capacityKw: number | null
  /** Of the fullest phase. */
  currentAmps: number | null
  frequencyHz: number | null
}

export type ContactorInput = {
  now: number
  settings: FollowerSettings
  /** Null where nothing is followed. */
  law: {
    activity: 'waiting' | 'off' | 'on'
    isLoadUnknown: boolean
    /** What miners could take if none were running: limit less the load; null when unknown. */
    roomKw: number | null
  } | null
  /** The newest reading; null where it is missing, too old or impossible. */
  supply: SupplyReading | null
  /** The longest time in which a device goes to sleep. */
  slowestMs: number
  /** What the miners that are not known to be asleep are likely to take, kW. */
  awakeKw: number
  /** What the miners may have come up to with the power before they can be put to sleep, kW. */
  returningKw: number
  /** Groups of boxes with a contactor of their own. */
  groups: number
}

export type ContactorOutput = {
  state: ContactorState
  stop: ContactorStop | null
  /** Whether the pulse continues. It ends shortly before the contactor is to open: the relay behind it needs time to drop. */
  pulses: boolean
  /** Groups that may have power. */
  groups: number
  /** When it will open if nothing changes, ms from now; null when it will not. */
  opensInMs: number | null
}

/** After a start it is unknown what was before, so it is half way. */
const leastHeatAfterStart = 0.5
/** It stays open until it is nearly cold. */
const coldHeat = 0.1
const hourMs = 3_600_000
/** For this long after the power came back miners may still be starting, and those seen are not all. */
const bootMs = 600_000
/** From the reading that shows an overload to the command. */
const detectionMs = 2_000
/** Below this share of the nominal frequency the set is overloaded; and how steeply the overload grows from there. */
const frequencyPickup = 0.97
const frequencySlope = 20
/** A frequency outside this range is not that of a running set. */
const plausibleFrequency: readonly [number, number] = [0.85, 1.15]

export const newContactor: ContactorState = {
  phase: 'closed',
  heat: leastHeatAfterStart,
  cause: null,
  openings: [],
  roomSince: null,
  offSince: null,
  stages: 0,
  stagedAt: Number.NEGATIVE_INFINITY,
  at: null,
  excess: null,
  isPowered: false,
  hadMasterStop: false,
  behindKw: 0,
  returnsKw: 0,
  closedAtKw: null,
}

type ContactorEvent = 'hot' | 'hot-too-often' | 'may-return' | 'acknowledged'

/** closed → open when hot; → locked when that happened too often; open → closed with room; locked → open by a person on board. */
const transitions: Record<ContactorPhase, Partial<Record<ContactorEvent, ContactorPhase>>> = {
  closed: { hot: 'open', 'hot-too-often': 'locked' },
  open: { 'may-return': 'closed' },
  locked: { acknowledged: 'open' },
}
/** @internal For tests. */
export const contactorPhases = Object.keys(transitions) as readonly ContactorPhase[]
export const nextContactorPhase = (phase: ContactorPhase, event: ContactorEvent): ContactorPhase =>
  transitions[phase][event] ?? phase

/** The load as a multiple of the pick-up, by whichever of power, current and frequency is worst. Null: none of them is known. */
export function excessOf(supply: SupplyReading | null, settings: FollowerSettings): Excess {
  if (supply === null) return null
  const pickup = settings.tripPickupPercent / 100
  const { loadKw, capacityKw, currentAmps, frequencyHz } = supply
  const ofNominal = frequencyHz === null ? null : frequencyHz / settings.nominalHz
  if (ofNominal !== null && !(ofNominal >= plausibleFrequency[0] && ofNominal <= plausibleFrequency[1]))
    return null
  const byLoad = Math.max(
    loadKw === null || capacityKw === null ? 0 : loadKw / (pickup * capacityKw),
    currentAmps === null || settings.ratedCurrentAmps === null
      ? 0
      : currentAmps / (pickup * settings.ratedCurrentAmps),
  )
  const byFrequency = ofNominal === null ? 0 : 1 + frequencySlope * (frequencyPickup - ofNominal)
  const by = Math.max(byLoad, byFrequency) - 1
  return { by, cause: by <= 0 ? null : byLoad > 1 ? 'overload' : 'frequency' }
}

/** One step; call it with every reading and every 250 ms. */
export function stepContactor(before: ContactorState, input: ContactorInput): ContactorOutput {
  const { now, settings, law } = input
  const excess = excessOf(input.supply, settings)
  const isReleased = before.hadMasterStop && !settings.masterStop
  const warmed = warm(before, excess, input)
  const openings = before.openings.filter((at) => at > now - hourMs)
  let { phase } = before
  let { heat, cause } = warmed
  // The law gave up on the readings: whatever they say next does not prove what happened meanwhile.
  if (before.isPowered && law?.isLoadUnknown) [heat, cause] = [1, 'unknown']
  if (heat >= 1 && phase === 'closed') {
    if (cause === 'overload') openings.push(now)
    const isTooOften = cause === 'overload' && openings.length >= settings.tripLockOpenings
    phase = nextContactorPhase(phase, isTooOften ? 'hot-too-often' : 'hot')
  }
  if (isReleased && phase === 'locked') {
    phase = nextContactorPhase(phase, 'acknowledged')
    openings.length = 0
  }
  const hasRoom =
    phase === 'open' &&
    law !== null &&
    law.activity === 'on' &&
    excess !== null &&
    excess.by <= 0 &&
    law.roomKw !== null &&
    law.roomKw >= before.behindKw / Math.max(1, input.groups)
  let roomSince = hasRoom ? (before.roomSince ?? now) : null
  if (roomSince !== null && heat < coldHeat && now - roomSince >= settings.tripReturnMs) {
    phase = nextContactorPhase(phase, 'may-return')
    roomSince = null
  }
  const offSince = law?.activity === 'off' ? (before.offSince ?? now) : null
  const stop =
    stopOf(phase, offSince, input) ?? (before.isPowered || bearsNext(before, input) ? null : 'no-room')
  const rate = rateOf(excess, settings)
  const isPowered = stop === null
  const opensInMs = isPowered && rate > 0 ? Math.max(0, (1 - heat) / rate) : null
  const { stages, stagedAt } = advanceStages(before, isPowered, rate, input)
  const isBooting = now - before.stagedAt < bootMs
  /** While they boot, those seen are not all; without power nothing new is seen. */
  const most = (was: number, is: number) => (!before.isPowered ? was : isBooting ? Math.max(was, is) : is)
  return {
    state: {
      phase,
      heat,
      cause,
      openings,
      roomSince,
      offSince,
      stages,
      stagedAt,
      at: now,
      excess,
      isPowered,
      hadMasterStop: settings.masterStop,
      behindKw: most(before.behindKw, input.awakeKw),
      returnsKw: most(before.returnsKw, input.returningKw),
      closedAtKw: before.isPowered ? before.closedAtKw : (input.supply?.loadKw ?? null),
    },
    stop,
    pulses: isPowered && (opensInMs === null || opensInMs > settings.relayDropMs),
    groups: stages,
    opensInMs,
  }
}

function stopOf(phase: ContactorPhase, offSince: number | null, input: ContactorInput): ContactorStop | null {
  const { law, now } = input
  if (law === null) return 'not-set-up'
  if (phase === 'locked') return 'locked'
  if (law.isLoadUnknown || law.activity === 'waiting') return 'load-unknown'
  if (phase === 'open') return 'overload'
  if (offSince !== null && now - offSince > detectionMs + input.slowestMs) return 'ordered-off'
  return null
}

/** How fast it becomes hot, in heats per ms; below zero where it cools. */
function rateOf(excess: Excess, settings: FollowerSettings): number {
  if (excess === null) return 1 / settings.tripUnknownMs
  return excess.by > 0 ? excess.by / settings.tripTimeMs : 0
}

/**
 * The heat gained since the last step, by the worse of the values seen at its two ends. It grows only while the boxes have power:
 * an overload by the ship alone is not theirs. It cools only while both ends are below the pick-up.
 */
function warm(
  before: ContactorState,
  excess: Excess,
  { now, settings }: ContactorInput,
): { heat: number; cause: HeatCause | null } {
  const { heat, cause } = before
  if (before.at === null) return { heat, cause }
  const spentMs = Math.max(0, now - before.at)
  const [was, is] = [rateOf(before.excess, settings), rateOf(excess, settings)]
  const rate = Math.max(was, is)
  if (rate > 0) {
    if (!before.isPowered) return { heat, cause }
    const worse = was > is ? before.excess : excess
    return { heat: Math.min(1, heat + rate * spentMs), cause: worse === null ? 'unknown' : worse.cause }
  }
  return { heat: heat * Math.exp(-spentMs / settings.tripCoolMs), cause }
}

/**
 * Whether the set bears the next group even if all in it come up at full power. Those that have power may still be starting, so they count with
 * what they may take. Where no load is measured there is nothing to compare.
 */
function bearsNext(before: ContactorState, { now, settings, supply, groups }: ContactorInput): boolean {
  if (supply === null) return false
  const { loadKw, capacityKw } = supply
  if (loadKw === null || capacityKw === null) return true
  const groupKw = before.returnsKw / Math.max(1, groups)
  const isBooting = before.isPowered && now - before.stagedAt < bootMs
  const comingKw = isBooting ? (before.closedAtKw ?? loadKw) + before.stages * groupKw : 0
  return Math.max(loadKw, comingKw) + groupKw <= (settings.tripPickupPercent / 100) * capacityKw
}

/** Groups of boxes get their power one after the other, each only while the set bears it; they lose it all at once. */
function advanceStages(
  before: ContactorState,
  isPowered: boolean,
  rate: number,
  input: ContactorInput,
): { stages: number; stagedAt: number } {
  const { now, settings, groups } = input
  if (!isPowered) return { stages: 0, stagedAt: Number.NEGATIVE_INFINITY }
  const staggerMs = Math.max(leastStaggerMs, settings.restoreStaggerMs)
  const isDue =
    before.stages === 0 || (rate <= 0 && now - before.stagedAt >= staggerMs && bearsNext(before, input))
  if (before.stages < groups && isDue) return { stages: before.stages + 1, stagedAt: now }
  return { stages: Math.min(before.stages, groups), stagedAt: before.stagedAt }
}

/** What is kept over a restart; openings on the wall clock. */
export type KeptContactor = {
  phase: ContactorPhase
  heat: number
  openedAt: readonly number[]
  behindKw: number
  returnsKw: number
}

/** `wallOffsetMs`: wall clock less the law's clock. */
/**
 * Once the pulse is withheld the relay drops, whatever becomes of this process: so that is kept as an opening, before it is one. Only a pulse
 * that goes on takes it back.
 */
export function keepContactor(
  { state, stop, pulses }: Pick<ContactorOutput, 'state' | 'stop' | 'pulses'>,
  wallOffsetMs: number,
): KeptContactor {
  const { phase, heat, openings, behindKw, returnsKw, cause, at } = state
  const isOpening = stop === null && !pulses
  const counted = isOpening && cause === 'overload' && at !== null ? [...openings, at] : openings
  return {
    phase: isOpening ? 'open' : phase,
    heat: isOpening ? 1 : heat,
    openedAt: counted.map((one) => Math.round(one + wallOffsetMs)),
    behindKw,
    returnsKw,
  }
}

/** The contactor after a start: at least half hot, and hotter if it was. After a step of the wall clock no opening counts as later than now. */
export function restoreContactor(
  kept: KeptContactor | null,
  now: number,
  wallOffsetMs: number,
): ContactorState {
  if (kept === null) return newContactor
  return {
    ...newContactor,
    phase: kept.phase,
    heat: Math.min(1, Math.max(leastHeatAfterStart, kept.heat)),
    cause: kept.phase === 'closed' ? null : 'overload',
    openings: kept.openedAt.map((at) => Math.min(now, at - wallOffsetMs)),
    behindKw: kept.behindKw,
    returnsKw: kept.returnsKw,
  }
}
