import type { DeviceInPhase } from '../devices/counted-power.ts'
import type { DevicePhase } from '../devices/device-phase.ts'
import type { LawState, UnchangedLoad } from '../law-state.ts'

/** The part of the law's memory that decides whether the meter is believed. */
export type MeterTrust = Pick<LawState, 'contradictedSince' | 'distrustedUntil' | 'unchanged'>

const hourMs = 3_600_000
/** Longer than miners go unread, so that an opened contactor is not mistaken for a wrong meter. */
const contradictionMs = 120_000
/** Mining below this, or a change of it, is too little to contradict a meter, kW. */
const contradictionKw = 2
/** How long a meter may take to show what a miner does, ms. */
const meterLagMs = 3_000
/** Phases in which what a miner reported last is what it takes. */
const settled: ReadonlySet<DevicePhase> = new Set(['running', 'low', 'asleep'])

/**
 * Compares a new reading with what the miners measure. A generator that gives less than half of what they take does not feed them, or is
 * measured wrongly; a load that stays the same to the last digit while miners come or go is from a meter that is stuck. After two minutes of
 * that the meter is not believed for an hour.
 */
export function judgeMeter(
  before: MeterTrust,
  input: { loadKw: number | null; devices: readonly DeviceInPhase[]; now: number },
): MeterTrust {
  const { loadKw, devices, now } = input
  if (loadKw === null) return { ...before, contradictedSince: null, unchanged: null }
  // What happened while it was not believed is no evidence: it gets a new chance.
  if (now < before.distrustedUntil)
    return { ...before, contradictedSince: null, unchanged: beginUnchanged(loadKw, now) }
  const runningWatts = devices.reduce(
    (watts, { phase, isFresh, device }) =>
      phase === 'running' && !isFresh && device.isReachable
        ? watts + (device.measuredPowerWatts ?? 0)
        : watts,
    0,
  )
  const unchanged = withTaken(
    before.unchanged?.loadKw === loadKw ? before.unchanged : beginUnchanged(loadKw, now),
    devices,
  )
  const isTooLittle = runningWatts >= contradictionKw * 1_000 && loadKw < runningWatts / 2_000
  const isStill = Math.abs(changeWatts(unchanged, devices)) >= contradictionKw * 1_000
  if (!isTooLittle && !isStill)
    return { contradictedSince: null, distrustedUntil: before.distrustedUntil, unchanged }
  const since = before.contradictedSince ?? now
  return {
    contradictedSince: since,
    distrustedUntil: now - since > contradictionMs ? now + hourMs : before.distrustedUntil,
    unchanged,
  }
}

const beginUnchanged = (loadKw: number, now: number): UnchangedLoad => ({
  loadKw,
  since: now,
  taken: new Map(),
})

/**
 * Notes what each miner takes while the load is this one: only what was seen after the load had become it. Miners are read seldom, so an older
 * figure would make the next poll look like a change that an honest meter without noise does not show.
 */
function withTaken(unchanged: UnchangedLoad, devices: readonly DeviceInPhase[]): UnchangedLoad {
  const seen = devices.filter(
    ({ device, phase, isFresh }) =>
      !unchanged.taken.has(device.id) &&
      settled.has(phase) &&
      !isFresh &&
      device.isReachable &&
      device.observedAt >= unchanged.since + meterLagMs,
  )
  if (seen.length === 0) return unchanged
  const added = seen.map(({ device }): [string, number] => [device.id, device.measuredPowerWatts ?? 0])
  return { ...unchanged, taken: new Map([...unchanged.taken, ...added]) }
}

/** How much more the miners take than when the load became what it still is, W. One that does not answer counts as before. */
function changeWatts({ taken }: UnchangedLoad, devices: readonly DeviceInPhase[]): number {
  return devices.reduce((watts, { device }) => {
    const then = taken.get(device.id)
    return then === undefined ? watts : watts + (device.measuredPowerWatts ?? 0) - then
  }, 0)
}
