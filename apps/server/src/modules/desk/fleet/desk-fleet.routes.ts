import { providerOrderEndpoints } from '@shipminer/contract/control/provider-orders'
import { deskFleetEndpoints } from '@shipminer/contract/desk/fleet'
import type { Router } from '../../../platform/http/routing.ts'
import type { DeskDeps } from '../desk.deps.ts'
import { type FleetTotals, listFleetMiners } from './desk-fleet.service.ts'
import { orderFleet } from './desk-fleet-orders.service.ts'

/** All miners of all owners at the desk. */
export function deskFleetRoutes(router: Router, deps: DeskDeps, totals: FleetTotals): void {
  router.route(deskFleetEndpoints.deskFleet, totals.read)
  router.route(providerOrderEndpoints.deskOrderFleet, async (call) =>
    orderFleet(deps, call.operator, call.body),
  )
  router.route(providerOrderEndpoints.deskFleetOrder, async (call) =>
    deps.providerOrders.readProviderOrder(call.params.id, call.query),
  )
  router.route(deskFleetEndpoints.deskFleetMiners, async (call) => listFleetMiners(deps, call.query))
}
