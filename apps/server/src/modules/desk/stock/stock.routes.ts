import { deskStockEndpoints } from '@shipminer/contract/desk/stock'
import type { Router } from '../../../platform/http/routing.ts'
import type { DeskDeps } from '../desk.deps.ts'
import { moveBoxes } from './move-boxes.service.ts'
import { addBoxes, changeBox, listStock, readBox } from './stock.service.ts'

/** Boxes by serial number. */
export function deskStockRoutes(router: Router, deps: DeskDeps): void {
  router.route(deskStockEndpoints.deskBoxes, async (call) => listStock(deps, call.query))
  router.route(deskStockEndpoints.deskBox, async (call) => readBox(deps, call.params.id))
  router.route(deskStockEndpoints.deskAddBoxes, async (call) => addBoxes(deps, call.operator, call.body))
  router.route(deskStockEndpoints.deskMoveBoxes, async (call) => moveBoxes(deps, call.operator, call.body))
  router.route(deskStockEndpoints.deskChangeBox, async (call) =>
    changeBox(deps, call.operator, call.params.id, call.body),
  )
}
