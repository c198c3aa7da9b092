import type { ShipType } from '@shipminer/contract/shop/inquiries'
import type { FittingBox } from '@shipminer/domain/calculator/custom-solution'
import { seedProducts } from '@shipminer/domain/catalogue/product-catalogue'
import { parseTypedNumber } from './format/parse-number.ts'
import { changedPrice } from './format/shown-price.ts'

/** In the order they are offered. */
export const shipTypes = [
  'dry-cargo',
  'tanker',
  'container',
  'push-boat',
  'passenger',
  'workboat',
  'other',
] as const satisfies readonly ShipType[]

/**
 * What to start from when somebody knows neither the size of the generator nor its use: round guesses by type of ship, kW and percent.
 * They are assumptions of ours, not measurements, and pages say so.
 */
export const typicalShips: Readonly<Record<ShipType, { capacityKw: number; usagePercent: number }>> = {
  'dry-cargo': { capacityKw: 80, usagePercent: 35 },
  tanker: { capacityKw: 120, usagePercent: 40 },
  container: { capacityKw: 100, usagePercent: 40 },
  'push-boat': { capacityKw: 100, usagePercent: 35 },
  passenger: { capacityKw: 250, usagePercent: 50 },
  workboat: { capacityKw: 80, usagePercent: 40 },
  other: { capacityKw: 80, usagePercent: 40 },
}

/** What can be put on board: everything of the catalogue that mines. */
export function fittingBoxes(): FittingBox[] {
  return seedProducts
    .filter(({ category }) => category !== 'test')
    .map(({ id, powerKw, hashrateThs, minGeneratorKw, comingSoon }) => ({
      id,
      powerKw,
      hashrateThs,
      anyGenerator: minGeneratorKw === 0,
      comingSoon: changedPrice(id)?.isLater ?? comingSoon,
    }))
}

const maxCapacityKw = 100_000

/** Kilowatts above 0, or null. */
export function parseCapacity(text: string): number | null {
  const kilowatts = parseTypedNumber(text.replace(/\s*kw\s*$/i, ''), 'decimals')
  return kilowatts !== null && kilowatts > 0 && kilowatts <= maxCapacityKw ? kilowatts : null
}

/** Percent from 0 to 100, or null. */
export function parseUsage(text: string): number | null {
  const percent = parseTypedNumber(text.replace(/\s*%\s*$/, ''), 'decimals')
  return percent !== null && percent >= 0 && percent <= 100 ? percent : null
}
