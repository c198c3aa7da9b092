import { type DeviceInPhase, drawRangeWatts } from '../devices/counted-power.ts'

/**
 * The ship's own load: generator load minus mining load, kW. Miners are read seldom and ramp, so what they take is a range and so is
 * the difference; within that range the last value stays, since a rise that the miners can explain is theirs. Above `targetKw` this
 * does not apply: what starting miners are not known to take counts as the ship's.
 */
export function estimateShipLoadKw(input: {
  generatorLoadKw: number
  previousKw: number | null
  targetKw: number
  devices: readonly DeviceInPhase[]
}): number {
  let least = 0
  let most = 0
  let sure = 0
  for (const one of input.devices) {
    const range = drawRangeWatts(one)
    least += range.least
    most += range.most
    sure += one.phase === 'starting' ? range.least : range.most
  }
  const low = Math.max(0, input.generatorLoadKw - most / 1_000)
  const high = Math.max(0, input.generatorLoadKw - least / 1_000)
  const kept = Math.min(high, Math.max(low, input.previousKw ?? low))
  if (input.generatorLoadKw <= input.targetKw) return kept
  return Math.max(kept, Math.min(high, input.generatorLoadKw - sure / 1_000))
}
