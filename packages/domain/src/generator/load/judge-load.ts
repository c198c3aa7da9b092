/** Why a meter is not believed, in a word; the pages have the sentences. */
export type LoadProblem =
  /** One phase, or all, below zero: a clamp the wrong way round, or something on board feeds back. */
  | { code: 'phase-below-zero'; phase: number }
  | { code: 'below-zero' }
  /** So little that it can only be kilowatts read as watts; or so much that it is watts read as kilowatts. */
  | { code: 'unit-too-small' }
  | { code: 'unit-too-large' }
  /** The sum of the phases is not the total. */
  | { code: 'sum-mismatch' }
  /** No voltage or frequency of a running generator: another meter, a wrong register, or 0 in place of "no value". */
  | { code: 'implausible-voltage'; phase: number; volts: number }
  | { code: 'implausible-frequency'; hz: number }
  /** The crew said that the ship's panel shows something else. */
  | { code: 'panel-differs' }
  /** It measures shore power and batteries too, and nothing says which of them feeds the ship. */
  | { code: 'supply-unknown' }
  /** Two devices report the same path. */
  | { code: 'two-sources'; path: string; sources: readonly string[] }

/** How far below zero a meter's error may read at no load: a share of the capacity, and at least this much, kW. */
const errorShare = 0.02
const leastErrorKw = 0.5
/** A running set has more load than this share of what it can give, or none at all. */
const unitShare = 0.002
/** No set gives this many times its capacity. Anything below is an overload, and has to count. */
const mostTimes = 20
const sumShare = 0.03
const leastSumKw = 1

/**
 * Whether a load is plausible. Above the capacity it is an overload and is believed; what no set can give, or what a wrong clamp or
 * a wrong unit shows, is named. `totalKw` null: only the phases are known.
 */
export function judgeLoad(input: {
  totalKw: number | null
  phasesKw: readonly number[]
  /** 0: not known yet. */
  capacityKw: number
}): LoadProblem | null {
  const { phasesKw, capacityKw } = input
  const phaseSumKw = phasesKw.reduce((sum, kw) => sum + kw, 0)
  const totalKw = input.totalKw ?? phaseSumKw
  const errorKw = Math.max(leastErrorKw, errorShare * capacityKw)
  const below = phasesKw.flatMap((kw, phase) => (kw < -errorKw / Math.max(1, phasesKw.length) ? [phase] : []))
  if (below.length === phasesKw.length && below.length > 1) return { code: 'below-zero' }
  if (below[0] !== undefined && phasesKw.length > 1) return { code: 'phase-below-zero', phase: below[0] }
  if (totalKw < -errorKw) return { code: 'below-zero' }
  if (capacityKw > 0) {
    if (totalKw > mostTimes * capacityKw) return { code: 'unit-too-large' }
    if (totalKw > 0 && totalKw < unitShare * capacityKw && totalKw * 1_000 > unitShare * capacityKw)
      return { code: 'unit-too-small' }
  }
  const isSum = input.totalKw !== null && phasesKw.length === 3
  if (isSum && Math.abs(phaseSumKw - totalKw) > Math.max(leastSumKw, sumShare * Math.abs(totalKw)))
    return { code: 'sum-mismatch' }
  return null
}

/** Phase to neutral: below and above no set feeds anything. */
export const plausibleVolts: readonly [number, number] = [180, 280]
const plausibleHz: readonly [number, number] = [45, 65]

/** Whether what a meter reads beside the power is that of a generator that runs: the probe that a meter chosen by name has to pass. */
export function judgeSupply(input: {
  voltages: readonly number[]
  frequencyHz: number | null
}): LoadProblem | null {
  const isOutside = (figure: number, [least, most]: readonly [number, number]) =>
    !(figure >= least && figure <= most)
  const phase = input.voltages.findIndex((volts) => isOutside(volts, plausibleVolts))
  if (phase >= 0) return { code: 'implausible-voltage', phase, volts: input.voltages[phase] ?? 0 }
  if (input.frequencyHz !== null && isOutside(input.frequencyHz, plausibleHz))
    return { code: 'implausible-frequency', hz: input.frequencyHz }
  return null
}
