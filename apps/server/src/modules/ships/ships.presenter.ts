import type { Ship } from '@shipminer/contract/ships'
import { ShipTypeSchema } from '@shipminer/contract/shop/inquiries'
import type { ShipRow } from './ships.repository.ts'

/** The contract's shape of a ship. A type that is no longer offered counts as unknown. */
export function presentShip(row: ShipRow): Ship {
  const { userId: _, createdAt, ...ship } = row
  const type = ShipTypeSchema.safeParse(row.type)
  return { ...ship, type: type.success ? type.data : null, createdAt: createdAt.toISOString() }
}
