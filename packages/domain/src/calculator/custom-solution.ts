import { defaultSettings } from '../generator/follower-settings.ts'

/** Smallest generator the standard boxes suit (docs/product.md 5.9). */
export const minGeneratorKw = 50
/** Units that can be ordered directly; more need a quote (docs/product.md 5.8). */
export const maxUnitsWithoutQuote = 10

/** What the analysis form knows of a ship. */
export type ShipPower = { generatorCapacityKw: number; currentUsagePercent: number }

/** A box that could be put on board. `anyGenerator`: it needs no generator of 50 kW (Lottery Miner); `comingSoon`: it cannot be ordered yet. */
export type FittingBox = {
  id: string
  powerKw: number
  hashrateThs: number
  anyGenerator: boolean
  comingSoon: boolean
}

/** `generator-under-50-kw`: not supported by the standard product; `no-spare-power`: nothing fits; `quote-over-10-units`: more fits than is sold without a quote. */
export type CustomSolutionMessage = 'generator-under-50-kw' | 'no-spare-power' | 'quote-over-10-units'

export type CustomSolution = PowerRoom & {
  messages: CustomSolutionMessage[]
  /** How many of each alone would fit, most hash rate first. */
  boxes: { id: string; count: number; usedKw: number; hashrateThs: number; needsQuote: boolean }[]
}

/**
 * How a generator is shared out. Ship and boxes together stay below `limitKw`; below it `reserveKw` stays free for what the ship switches on
 * while boxes are still on their way down; `spareKw` is what boxes may take: never negative.
 */
export type PowerRoom = {
  capacityKw: number
  shipKw: number
  limitKw: number
  reserveKw: number
  spareKw: number
}

/** Tenths of a watt and less are noise of the arithmetic. */
const wholeWatts = (watts: number) => Math.floor(watts + 1e-6)

/**
 * The room for boxes beside a ship, with the limit and the reserve that the controller starts out with on board: what is promised here is
 * what it does there. Null when capacity is not positive or usage is not 0 to 100.
 *
 * @example powerRoom({ generatorCapacityKw: 1000, currentUsagePercent: 10 })?.spareKw // 650
 */
export function powerRoom(ship: ShipPower): PowerRoom | null {
  const { generatorCapacityKw, currentUsagePercent } = ship
  if (!(generatorCapacityKw > 0 && Number.isFinite(generatorCapacityKw))) return null
  if (!(currentUsagePercent >= 0 && currentUsagePercent <= 100)) return null
  const { limitPercent, reserveKw } = defaultSettings(generatorCapacityKw)
  const shipWatts = Math.ceil(generatorCapacityKw * 10 * currentUsagePercent - 1e-6)
  const limitWatts = wholeWatts(generatorCapacityKw * 10 * limitPercent)
  const spareWatts = Math.max(0, limitWatts - Math.round(reserveKw * 1000) - shipWatts)
  return {
    capacityKw: generatorCapacityKw,
    shipKw: shipWatts / 1000,
    limitKw: limitWatts / 1000,
    reserveKw,
    spareKw: spareWatts / 1000,
  }
}

/** The smallest generator, in whole kilowatts, that carries boxes of `boxKw` beside a ship that takes `shipKw`. */
export function neededGeneratorKw(shipKw: number, boxKw: number): number {
  const { limitPercent, reserveKw } = defaultSettings(1000)
  const share = limitPercent / 100 - reserveKw / 1000
  let capacityKw = Math.max(minGeneratorKw, Math.ceil((shipKw + boxKw) / share - 1e-6))
  // The reserve is rounded, so that the first guess may be a little short.
  const fits = () =>
    (powerRoom({ generatorCapacityKw: capacityKw, currentUsagePercent: 0 })?.spareKw ?? 0) >= shipKw + boxKw
  while (!fits()) capacityKw++
  return capacityKw
}

/** More than ten units of anything are sold by quote only. */
export function needsQuote(units: number): boolean {
  return units > maxUnitsWithoutQuote
}

/**
 * What fits into the kilowatts that a generator has left. Counts in whole watts, rounds boxes down. Null when capacity is not
 * positive or usage is not 0 to 100.
 *
 * @example analyseShip({ generatorCapacityKw: 120, currentUsagePercent: 50 }, boxes).spareKw // 30
 */
export function analyseShip(ship: ShipPower, boxes: readonly FittingBox[]): CustomSolution | null {
  const room = powerRoom(ship)
  if (!room) return null
  const spareWatts = Math.round(room.spareKw * 1000)
  const tooSmall = ship.generatorCapacityKw < minGeneratorKw
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
  return { ...room, messages, boxes: fitting }
}

/** One choice to offer for a ship. */
export type OfferedBox = CustomSolution['boxes'][number] & { comingSoon: boolean }

/**
 * What to offer of all that fits: boxes that can be ordered come before those that cannot yet; a Lottery Miner is no use of spare power, so one
 * is named only where no box fits.
 */
export function offeredBoxes(solution: CustomSolution, boxes: readonly FittingBox[]): OfferedBox[] {
  const known = new Map(boxes.map((box) => [box.id, box]))
  const fitting = solution.boxes.flatMap((found) => {
    const box = known.get(found.id)
    return box && found.count > 0 ? [{ found, box }] : []
  })
  const standard = fitting.filter(({ box }) => !box.anyGenerator)
  if (standard.length > 0)
    return standard
      .map(({ found, box }) => ({ ...found, comingSoon: box.comingSoon }))
      .toSorted((a, b) => Number(a.comingSoon) - Number(b.comingSoon))
  return fitting.map(({ found, box }) => ({
    ...found,
    count: 1,
    usedKw: box.powerKw,
    hashrateThs: box.hashrateThs,
    needsQuote: false,
    comingSoon: box.comingSoon,
  }))
}

/** What somebody wants to know of a ship; null: not given, or not readable. */
export type FitQuestion = {
  generatorCapacityKw: number | null
  currentUsagePercent: number | null
  boxId: string
  numberOfBoxes: number | null
}

/**
 * Whether boxes fit on a ship. `missing`: what has to be asked first. `too-small`: a generator below what standard boxes suit. `no-fit`: they ask
 * more than is left, with what would do instead. `any`: they run beside every generator. `freeKw` is what stays free beside ship, boxes and reserve.
 */
export type FitVerdict =
  | { kind: 'missing'; what: 'generator' | 'usage' | 'boxes' }
  | { kind: 'too-small'; room: PowerRoom; boxKw: number; instead: OfferedBox | null }
  | { kind: 'no-fit'; room: PowerRoom; boxKw: number; neededKw: number; instead: OfferedBox | null }
  | { kind: 'fits'; room: PowerRoom; boxKw: number; freeKw: number }
  | { kind: 'any'; boxKw: number }

/** The answer to "would it fit my ship?"; on average: how often a box gives way only a measurement tells. */
export function judgeFit(question: FitQuestion, boxes: readonly FittingBox[]): FitVerdict {
  const { generatorCapacityKw, currentUsagePercent, numberOfBoxes } = question
  const box = boxes.find(({ id }) => id === question.boxId)
  if (numberOfBoxes === null || !box) return { kind: 'missing', what: 'boxes' }
  const boxWatts = Math.round(box.powerKw * 1000) * numberOfBoxes
  const boxKw = boxWatts / 1000
  if (box.anyGenerator) return { kind: 'any', boxKw }
  if (generatorCapacityKw === null) return { kind: 'missing', what: 'generator' }
  if (currentUsagePercent === null) return { kind: 'missing', what: 'usage' }
  const solution = analyseShip({ generatorCapacityKw, currentUsagePercent }, boxes)
  if (!solution) return { kind: 'missing', what: generatorCapacityKw > 0 ? 'usage' : 'generator' }
  const { messages, boxes: _, ...room } = solution
  const offered = offeredBoxes(solution, boxes).filter(({ comingSoon }) => !comingSoon)
  const instead = offered.find(({ id }) => id === box.id) ?? offered[0] ?? null
  if (messages.includes('generator-under-50-kw')) return { kind: 'too-small', room, boxKw, instead }
  const freeWatts = Math.round(room.spareKw * 1000) - boxWatts
  if (freeWatts >= 0) return { kind: 'fits', room, boxKw, freeKw: freeWatts / 1000 }
  return { kind: 'no-fit', room, boxKw, neededKw: neededGeneratorKw(room.shipKw, boxKw), instead }
}
