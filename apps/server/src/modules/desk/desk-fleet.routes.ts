import { deskFleetEndpoints } from '@shipminer/contract/desk-fleet'
import type { Router } from '../../platform/http/routing.ts'
import type { DeskDeps } from './desk.deps.ts'
import { listFleetMiners, readFleet } from './desk-fleet.service.ts'

/** All miners of all owners at the desk. */
export function deskFleetRoutes(router: Router, deps: DeskDeps): void {
  router.route(deskFleetEndpoints.deskFleet, async () => readFleet(deps))
  router.route(deskFleetEndpoints.deskFleetMiners, async (call) => listFleetMiners(deps, call.query))
}
