import { fleetEndpoints } from '@shipminer/contract/fleet'
import { requireFreshSession } from '../../platform/auth/fresh-session.ts'
import { type Router, requireCaller } from '../../platform/http/routing.ts'
import type { OrdersToMany } from '../control/control.port.ts'
import { loading } from './fleet.routes.ts'
import type { Fleet } from './fleet.service.ts'

/** Miners that one call gives an order to: few enough that nobody waits for it. */
const ordersPerCall = 200

/** A fleet in pages, and orders to all of it that match. */
export function fleetPageRoutes(
  router: Router,
  { fleet, control, clock }: { fleet: Fleet; control: OrdersToMany; clock: () => number },
): void {
  router.route(fleetEndpoints.miningFleet, async (call) => {
    const page = await loading(() => fleet.page(requireCaller(call).userId, call.query))
    return { serverTime: clock(), ...page }
  })

  router.route(fleetEndpoints.orderFleet, async (call) => {
    const caller = requireCaller(call)
    const { orderId, action, parameters = {}, after, ...match } = call.body
    // Another pool redirects the earnings: only a user who recently proved to be present may do that.
    if (action === 'set-pools') requireFreshSession(caller, clock())
    const all = await fleet.match(caller.userId, match)
    const rest = after === undefined ? all : all.filter(({ id }) => id > Number(after))
    const turn = rest.slice(0, ordersPerCall)
    const done = await control.orderMany(caller, { id: orderId, action, parameters }, turn)
    const left = rest.length - turn.length
    return {
      matched: all.length,
      left,
      ...done,
      next: left === 0 ? null : String(turn.at(-1)?.id ?? ''),
    }
  })

  router.route(fleetEndpoints.fleetOrder, async (call) =>
    control.orderToMany(requireCaller(call), call.params.id),
  )
}
