import type { Controller } from '@shipminer/contract/mining'
import type { FilterCounts } from './miner-list.ts'

/** The one sentence at the top of the dashboard. */
export type FleetHealth =
  /** `mining`: the others are off or starting as ordered. */
  | { kind: 'fine'; mining: number; total: number }
  | { kind: 'attention'; count: number; total: number }
  | { kind: 'alerts'; count: number }
  | { kind: 'silent'; silent: number; controllers: number }
  | { kind: 'waiting'; controllers: number }
  | { kind: 'unlinked' }

/**
 * Says whether everything is fine. A page without a link claims nothing; a silent controller explains its miners, so it is named instead
 * of them; a controller that was never seen, with no miner yet, is waited for.
 */
export function fleetHealth(input: {
  linked: boolean
  counts: FilterCounts
  controllers: readonly Pick<Controller, 'status'>[]
  openAlerts: number
}): FleetHealth {
  const { counts, controllers } = input
  if (!input.linked) return { kind: 'unlinked' }
  const silent = controllers.filter((controller) => controller.status === 'silent').length
  if (silent > 0) return { kind: 'silent', silent, controllers: controllers.length }
  if (counts.attention > 0) return { kind: 'attention', count: counts.attention, total: counts.all }
  if (counts.all === 0) return { kind: 'waiting', controllers: controllers.length }
  if (input.openAlerts > 0) return { kind: 'alerts', count: input.openAlerts }
  return { kind: 'fine', mining: counts.mining, total: counts.all }
}
