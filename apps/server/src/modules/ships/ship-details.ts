import type { Ship } from '@shipminer/contract/ships'

/** Everything about a ship as it is kept; what was left blank is null. */
export type ShipDetails = Omit<Ship, 'id' | 'createdAt' | 'type'> & { type: string }
