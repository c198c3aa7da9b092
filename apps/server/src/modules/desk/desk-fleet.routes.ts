import { deskFleetEndpoints } from '@shipminer/contract/desk-fleet'
import { type Router, signedIn } from '../../platform/http/routing.ts'
import { requireOperator } from '../operators/operators.port.ts'
import type { DeskDeps } from './desk.deps.ts'
import { listFleetMiners, readFleet } from './desk-fleet.service.ts'

/** All miners of all owners at the desk. */
export function deskFleetRoutes(router: Router, deps: DeskDeps): void {
  router.route(deskFleetEndpoints.deskFleet, async (call) => {
    await requireOperator(deps, signedIn(call))
    return readFleet(deps)
  })
  router.route(deskFleetEndpoints.deskFleetMiners, async (call) => {
    await requireOperator(deps, signedIn(call))
    return listFleetMiners(deps, call.query)
  })
}
