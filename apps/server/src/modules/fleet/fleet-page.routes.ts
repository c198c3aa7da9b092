import { fleetEndpoints, minersPerCall } from '@shipminer/contract/fleet'
import { requireFreshSession } from '../../platform/auth/fresh-session.ts'
import { type Router, requireCaller } from '../../platform/http/routing.ts'
import type { OrdersToMany } from '../control/control.port.ts'
import { orDashboardError } from './fleet.routes.ts'
import type { Fleet } from './fleet.service.ts'

/** A fleet in pages, and orders to all of it that match. */
export function fleetPageRoutes(
  router: Router,
  { fleet, control, clock }: { fleet: Fleet; control: OrdersToMany; clock: () => number },
): void {
  router.route(fleetEndpoints.miningFleet, async (call) => {
    const page = await orDashboardError(() => fleet.page(requireCaller(call).userId, call.query))
    return { serverTime: clock(), ...page }
  })

  router.route(fleetEndpoints.orderFleet, async (call) => {
    const caller = requireCaller(call)
    const { orderId, action, parameters = {}, after, ...match } = call.body
    // Another pool redirects the earnings: only a user who recently proved to be present may do that.
    if (action === 'set-pools') requireFreshSession(caller, clock())
    return inTurns(await fleet.match(caller.userId, match), after, (turn) =>
      control.orderMany(caller, { id: orderId, action, parameters }, turn),
    )
  })

  router.route(fleetEndpoints.describeFleet, async (call) => {
    const caller = requireCaller(call)
    const { ids, location, moveTo, name, numberFrom, after, ...match } = call.body
    const wanted = new Set(ids)
    const all = await fleet.match(caller.userId, ids ? { filter: 'all', search: '' } : match)
    const byId = new Map(all.map((miner) => [String(miner.id), miner]))
    const chosen = ids ? [...wanted].flatMap((id) => byId.get(id) ?? []) : all
    const done = await inTurns(chosen, after, (turn) =>
      control.describeMany(caller, turn, { location, moveTo, name, numberFrom }),
    )
    // Not before the last: each turn would make ten thousand lines anew.
    if (done.next === null) await fleet.forgetIndexes(caller.userId)
    return done
  })

  router.route(fleetEndpoints.fleetOrder, async (call) =>
    control.orderToMany(requireCaller(call), call.params.id),
  )
}

/** Does something to those of a list whose turn it is, and says where the next turn begins. */
async function inTurns<Done extends object>(
  all: readonly { id: number; name: string }[],
  after: string | undefined,
  act: (turn: readonly { id: number; name: string }[]) => Promise<Done>,
) {
  const rest = after === undefined ? all : all.filter(({ id }) => id > Number(after))
  const turn = rest.slice(0, minersPerCall)
  const done = await act(turn)
  const left = rest.length - turn.length
  return { matched: all.length, left, ...done, next: left === 0 ? null : String(turn.at(-1)?.id ?? '') }
}
