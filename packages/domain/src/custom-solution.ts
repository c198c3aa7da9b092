/** Smallest generator the standard boxes suit (docs/product.md 5.9). */
export const minGeneratorKw = 50
/** Units that can be ordered directly; more need a quote (docs/product.md 5.8). */
export const maxUnitsWithoutQuote = 10

/** What the analysis form knows of a ship. */
export type ShipPower = { generatorCapacityKw: number; currentUsagePercent: number }

/** A box that could be put on board. `anyGenerator`: it needs no generator of 50 kW (Lottery Miner). */
export type FittingBox = { id: string; powerKw: number; hashrateThs: number; anyGenerator: boolean }

/** `generator-under-50-kw`: not supported by the standard product; `no-spare-power`: nothing fits; `quote-over-10-units`: more fits than is sold without a quote. */
export type CustomSolutionMessage = 'generator-under-50-kw' | 'no-spare-power' | 'quote-over-10-units'

export type CustomSolution = {
  spareKw: number
  messages: CustomSolutionMessage[]
  /** How many of each alone would fit, most hash rate first. */
  boxes: { id: string; count: number; usedKw: number; hashrateThs: number; needsQuote: boolean }[]
}

/** More than ten units of anything are sold by quote only. */
export function needsQuote(units: number): boolean {
  return units > maxUnitsWithoutQuote
}

/**
 * What fits into the kilowatts that a generator has left. Counts in whole watts, rounds boxes down. Null when capacity is not
 * positive or usage is not 0 to 100.
 *
 * @example analyseShip({ generatorCapacityKw: 120, currentUsagePercent: 50 }, boxes).spareKw // 60
 */
export function analyseShip(ship: ShipPower, boxes: readonly FittingBox[]): CustomSolution | null {
  const { generatorCapacityKw, currentUsagePercent } = ship
  if (!(generatorCapacityKw > 0 && Number.isFinite(generatorCapacityKw))) return null
  if (!(currentUsagePercent >= 0 && currentUsagePercent <= 100)) return null
  const spareWatts = Math.floor(generatorCapacityKw * 10 * (100 - currentUsagePercent) + 1e-6)
  const tooSmall = generatorCapacityKw < minGeneratorKw
  const fitting = boxes
    .map(({ id, powerKw, hashrateThs, anyGenerator }) => {
      const boxWatts = Math.round(powerKw * 1000)
      const count = boxWatts > 0 && (anyGenerator || !tooSmall) ? Math.floor(spareWatts / boxWatts) : 0
      return {
        id,
        count,
        usedKw: (count * boxWatts) / 1000,
        hashrateThs: Math.round(count * hashrateThs * 1000) / 1000,
        needsQuote: needsQuote(count),
      }
    })
    .toSorted((a, b) => b.hashrateThs - a.hashrateThs)
  const standard = new Set(boxes.filter((box) => !box.anyGenerator).map((box) => box.id))
  const messages: CustomSolutionMessage[] = []
  if (tooSmall) messages.push('generator-under-50-kw')
  else if (!fitting.some((box) => standard.has(box.id) && box.count > 0)) messages.push('no-spare-power')
  if (fitting.some((box) => standard.has(box.id) && box.needsQuote)) messages.push('quote-over-10-units')
  return { spareKw: spareWatts / 1000, messages, boxes: fitting }
}
