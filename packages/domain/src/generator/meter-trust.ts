import type { DeviceInPhase } from './counted-power.ts'
import type { LawState } from './law-state.ts'

/** The part of the law's memory that decides whether the meter is believed. */
export type MeterTrust = Pick<LawState, 'contradictedSince' | 'distrustedUntil' | 'unchanged'>

const hourMs = 3_600_000
/** Longer than miners go unread, so that an opened contactor is not mistaken for a wrong meter. */
const contradictionMs = 120_000
/** Mining below this, or a change of it, is too little to contradict a meter, kW. */
const contradictionKw = 2

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
  const sum = (which: (one: DeviceInPhase) => boolean) =>
    devices.reduce((watts, one) => (which(one) ? watts + (one.device.measuredPowerWatts ?? 0) : watts), 0) /
    1_000
  const runningKw = sum(({ phase, isFresh, device }) => phase === 'running' && !isFresh && device.isReachable)
  // A miner that does not answer counts as before: an unread miner changes no load.
  const minedKw = sum(() => true)
  // What happened while it was not believed is no evidence: it gets a new chance.
  if (now < before.distrustedUntil)
    return { ...before, contradictedSince: null, unchanged: { loadKw, minedKw } }
  const unchanged = before.unchanged?.loadKw === loadKw ? before.unchanged : { loadKw, minedKw }
  const isTooLittle = runningKw >= contradictionKw && loadKw < runningKw / 2
  const isStill = Math.abs(minedKw - unchanged.minedKw) >= contradictionKw
  if (!isTooLittle && !isStill)
    return { contradictedSince: null, distrustedUntil: before.distrustedUntil, unchanged }
  const since = before.contradictedSince ?? now
  return {
    contradictedSince: since,
    distrustedUntil: now - since > contradictionMs ? now + hourMs : before.distrustedUntil,
    unchanged,
  }
}
