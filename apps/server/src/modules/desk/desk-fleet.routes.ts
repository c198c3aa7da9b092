import { deskFleetEndpoints } from '@shipminer/contract/desk-fleet'
import type { Router } from '../../platform/http/routing.ts'
import type { DeskDeps } from './desk.deps.ts'
import { createFleetTotals, listFleetMiners } from './desk-fleet.service.ts'

/** All miners of all owners at the desk. */
export function deskFleetRoutes(router: Router, deps: DeskDeps): void {
  const readTotals = createFleetTotals(deps)
  router.route(deskFleetEndpoints.deskFleet, readTotals)
  router.route(deskFleetEndpoints.deskFleetMiners, async (call) => listFleetMiners(deps, call.query))
}
