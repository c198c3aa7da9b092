import type {
  EnvironmentSample,
  FollowerState,
  PowerEvent,
  PowerSettings,
} from '@shipminer/contract/power/environment'
import type { ContactorPhase } from '@shipminer/domain/generator/contactor'
import type { FollowedDevice } from '@shipminer/domain/generator/devices/followed-device'
import type { Activity, Explanation, OffReason, Warning } from '@shipminer/domain/generator/explanation'
import type { FollowerSettings } from '@shipminer/domain/generator/follower-settings'
import { followerSettingsOf, wishedSettingsOf } from '@shipminer/domain/generator/wished-settings'
import type { FollowerEvent } from '../../generator/follower.ts'
import type { ShoreSettings } from '../../generator/generator-settings.ts'

const byReason: Record<OffReason, FollowerState> = {
  'master-stop': 'master-stop',
  'ship-needs-power': 'curtailed',
  'load-unknown': 'load-unknown',
  'meter-contradicted': 'load-unknown',
  'shore-power': 'shore-power',
  battery: 'shore-power',
  'quiet-hours': 'quiet-hours',
  'no-cooling': 'no-cooling',
}
const byActivity: Record<Activity, FollowerState> = {
  waiting: 'load-unknown',
  off: 'load-unknown',
  shedding: 'curtailed',
  holding: 'holding',
  restoring: 'restoring',
  steady: 'free',
}

/** One word for what the follower is doing, as shore and pages know it. */
export function followerState({ activity, offReason, curtailedKw, worth }: Explanation): FollowerState {
  if (offReason !== null) return byReason[offReason]
  if (activity !== 'steady') return byActivity[activity]
  if (curtailedKw > 0) return 'curtailed'
  return worth.reason === null ? 'free' : 'not-worth'
}

/** Warnings that say why miners wait although the limit would let them run. */
const holdsBack: ReadonlySet<Warning['code']> = new Set([
  'making-room',
  'low-frequency',
  'low-voltage',
  'mean-load',
])

const watts = (kw: number | null) => (kw === null ? null : Math.round(kw * 1000))
const thousandths = (cents: number | null) => (cents === null ? null : Math.round(cents * 1000))

/** A moment of the power budget as it is kept and sent; `at` in ms of the wall clock. */
export function environmentSample(
  explanation: Explanation,
  settings: FollowerSettings | null,
  devices: readonly FollowedDevice[],
  at: number,
  periodSeconds: number,
  /** Why a cautious reserve holds: the check at commissioning is open, or the meter is doubted since; null: it does not. */
  cautious: 'not-checked' | 'meter-doubted' | null = null,
  /** Time above limit and capacity within the period, ms. */
  over: { limitMs: number; capacityMs: number } | null = null,
): EnvironmentSample {
  const { worth } = explanation
  const disobedient = explanation.warnings.find(({ code }) => code === 'disobedient')
  return {
    at,
    periodSeconds,
    state: followerState(explanation),
    capacityWatts: watts(settings?.capacityKw ?? null),
    generatorLoadWatts: watts(explanation.generatorLoadKw),
    shipLoadWatts: watts(explanation.shipLoadKw),
    miningLoadWatts: watts(explanation.miningKw),
    allowedMiningWatts: watts(explanation.allowedKw),
    curtailedDevices: devices.filter(
      ({ mode, isWanted }) => isWanted && (mode === 'asleep' || mode === 'low'),
    ).length,
    curtailedWatts: watts(explanation.curtailedKw),
    disobedientDevices: disobedient?.code === 'disobedient' ? disobedient.deviceIds.length : 0,
    meanLoadPercent: explanation.meanLoadPercent === null ? null : Math.round(explanation.meanLoadPercent),
    meanLimitPercent:
      settings === null || settings.meanLimitPercent === null ? null : Math.round(settings.meanLimitPercent),
    heldBackBy:
      cautious === 'meter-doubted'
        ? cautious
        : (explanation.warnings.find(({ code }) => holdsBack.has(code))?.code ?? cautious),
    worth: worth.reason,
    costMillicentsPerKwh: thousandths(worth.costCentsPerKwh),
    earnsMillicentsPerKwh: thousandths(worth.earnsCentsPerKwh),
    marketAgeSeconds: worth.marketAgeMs === null ? null : Math.max(0, Math.round(worth.marketAgeMs / 1_000)),
    fuelGramsPerHour: worth.gramsPerHour === null ? null : Math.round(worth.gramsPerHour),
    fuelMillicentsPerHour: thousandths(worth.fuelCentsPerHour),
    minimumLoad: worth.minimum,
    overLimitMs: explanation.generatorLoadKw === null ? null : (over?.limitMs ?? null),
    overCapacityMs: explanation.generatorLoadKw === null ? null : (over?.capacityMs ?? null),
  }
}

const contactorEvents: Record<ContactorPhase, PowerEvent['kind']> = {
  open: 'contactor-opened',
  locked: 'contactor-locked',
  closed: 'contactor-closed',
}

/** The part of the follower's work that belongs in the history. `before`: what it reported last. */
export function powerEvents(
  event: FollowerEvent,
  before: Explanation | null,
  ratedWatts: (deviceId: string) => number | null,
  at: number,
): PowerEvent[] {
  if (event.kind === 'commanded') {
    const { deviceId, command } = event.action
    const kind = command === 'sleep' || command === 'lower' ? 'curtailed' : 'restored'
    return [{ at, kind, deviceKey: deviceId, watts: ratedWatts(deviceId) }]
  }
  if (event.kind === 'ended') {
    if (event.outcome === 'confirmed') return []
    const { deviceId } = event.action
    return [{ at, kind: 'disobedient', deviceKey: deviceId, watts: ratedWatts(deviceId) }]
  }
  if (event.kind === 'gave-way')
    return [
      { at, kind: 'gave-way', deviceKey: null, watts: watts(event.kw), tookMs: Math.round(event.tookMs) },
    ]
  if (event.kind === 'contactor')
    return [{ at, kind: contactorEvents[event.phase], deviceKey: null, watts: watts(event.loadKw) }]
  if (event.kind === 'meter-doubted') return [{ at, kind: event.kind, deviceKey: null, watts: null }]
  const now = event.explanation
  const is = (explanation: Explanation | null, reason: OffReason) => explanation?.offReason === reason
  const changes: PowerEvent['kind'][] = []
  const room = now.warnings.find(({ code }) => code === 'making-room')
  if (now.activity === 'shedding' && before?.activity !== 'shedding')
    changes.push(room ? 'making-room' : 'overload')
  if (is(now, 'ship-needs-power') && !is(before, 'ship-needs-power')) changes.push('ship-asked')
  if (is(now, 'load-unknown') && !is(before, 'load-unknown')) changes.push('readings-lost')
  if (!is(now, 'load-unknown') && is(before, 'load-unknown')) changes.push('readings-back')
  if (is(now, 'master-stop') && !is(before, 'master-stop')) changes.push('master-stop')
  if (!is(now, 'master-stop') && is(before, 'master-stop')) changes.push('master-released')
  if (is(now, 'no-cooling') && !is(before, 'no-cooling')) changes.push('cooling-lost')
  if (!is(now, 'no-cooling') && is(before, 'no-cooling')) changes.push('cooling-back')
  const rests = now.worth.reason !== null
  const didRest = before !== null && before.worth.reason !== null
  if (rests && !didRest) changes.push('not-worth')
  if (!rests && didRest) changes.push('worth-again')
  return changes.map((kind) => ({
    at,
    kind,
    deviceKey: null,
    watts: kind === 'overload' ? watts(now.overKw) : null,
  }))
}

/** Settings from shore as the follower keeps them; the master stop is not among them. */
export function shoreSettings(settings: PowerSettings): ShoreSettings {
  const { masterStop: _, ...kept } = followerSettingsOf(settings)
  return kept
}

/** The settings in force, in the form that shore uses and within the limits of the protocol. */
export function wirePowerSettings(settings: FollowerSettings): PowerSettings {
  const { order, quietHours, ...wished } = wishedSettingsOf(settings)
  return { ...wished, order: order.slice(0, 1000), quietHours: quietHours.slice(0, 8) }
}
