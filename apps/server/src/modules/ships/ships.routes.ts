import { shipEndpoints } from '@shipminer/contract/ships'
import { type Router, requireCaller } from '../../platform/http/routing.ts'
import { addShip, listShips, removeShip, type ShipDeps, updateShip } from './ships.service.ts'

/** The ships of the signed-in user; those of others do not exist. */
export function shipRoutes(router: Router, deps: ShipDeps): void {
  router.route(shipEndpoints.ships, async (call) => ({
    ships: await listShips(deps, requireCaller(call).userId),
  }))

  router.route(shipEndpoints.addShip, async (call) => ({
    ship: await addShip(deps, requireCaller(call).userId, call.body),
  }))

  router.route(shipEndpoints.updateShip, async (call) => ({
    ship: await updateShip(deps, { id: call.params.id, userId: requireCaller(call).userId }, call.body),
  }))

  router.route(shipEndpoints.removeShip, async (call) => {
    await removeShip(deps, { id: call.params.id, userId: requireCaller(call).userId })
    return {}
  })
}
