import type { ShipInput } from '@shipminer/contract/ships'
import type { ShipDetails } from './ship-details.ts'

/** Of a ship whose owner named none; the migration has the same. */
export const defaultTimeZone = 'Europe/Amsterdam'

export type AcceptedShip = { ok: true; ship: ShipDetails } | { ok: false; missing: ('name' | 'type')[] }

/** A ship needs a name and a type (docs/product.md 5.3). */
export function acceptShip(input: ShipInput): AcceptedShip {
  const { name, type } = input
  if (!name || !type) {
    return {
      ok: false,
      missing: [...(name ? [] : (['name'] as const)), ...(type ? [] : (['type'] as const))],
    }
  }
  return {
    ok: true,
    ship: {
      name,
      type,
      homePort: input.homePort || null,
      registrationNumber: input.registrationNumber || null,
      generatorCapacityKw: input.generatorCapacityKw ?? null,
      currentUsagePercent: input.currentUsagePercent ?? null,
      notes: input.notes || null,
      timeZone: input.timeZone || defaultTimeZone,
    },
  }
}
