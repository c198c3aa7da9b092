/** What feeds the miners at the moment. */
export type PowerSource = 'generator' | 'shore' | 'battery'

/** One message about the load of the generator, as a source on board gave it. */
export type LoadReading = {
  /** All phases together, kW. Null when the source cannot measure it, such as a dry contact. */
  generatorLoadKw: number | null
  /** kW of each phase, in the order of the source; empty when it gives a sum only. */
  phasesKw: readonly number[]
  /** A contact on board says that the ship needs all power. */
  shipNeedsPower: boolean
  /** Of the fullest phase, A; null or missing where it is not measured. */
  currentAmps?: number | null
  frequencyHz?: number | null
  /** When the frequency was measured, where that is not when the load was. */
  frequencyAt?: number | null
  /** Of the lowest phase, V phase to neutral; null or missing where it is not measured. */
  lowestVolts?: number | null
  /** When that was measured, where that is not when the load was. */
  lowestVoltsAt?: number | null
  powerSource: PowerSource
  /** When it reached the controller, ms of a clock that never jumps. The time a sender writes into it is not used. */
  arrivedAt: number
  /** Where it came from, for people. */
  source: string
}

/**
 * The load that the limit is held against, kW: the sum, or with `watchPhases` the fullest phase as often as there are phases,
 * because a generator trips on one phase. Null when the reading has no load or an impossible one.
 */
export function effectiveLoadKw(reading: LoadReading, watchPhases: boolean): number | null {
  const sum = reading.generatorLoadKw
  if (sum === null || !Number.isFinite(sum) || sum < 0) return null
  if (!watchPhases || reading.phasesKw.length < 2) return sum
  if (reading.phasesKw.some((phase) => !Number.isFinite(phase))) return sum
  return Math.max(sum, reading.phasesKw.length * Math.max(...reading.phasesKw))
}
