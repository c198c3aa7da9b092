import { commissioningEndpoints } from '@shipminer/contract/power/commissioning'
import { environmentEndpoints } from '@shipminer/contract/power/environment'
import { fuelEndpoints } from '@shipminer/contract/power/fuel'
import { proofEndpoints } from '@shipminer/contract/power/proof'
import { ruleEndpoints } from '@shipminer/contract/power/rules'
import { type Router, requireCaller } from '../../platform/http/routing.ts'
import { type CommissioningMailDeps, sendReport } from './commissioning/commissioning-mail.ts'
import type { Power } from './power.service.ts'

export type PowerRoutesDeps = CommissioningMailDeps & {
  power: Power
  /** Assigns a controller to a ship; provided by control. */
  assign(
    person: { userId: string },
    controllerId: string,
    change: { shipId?: string | null | undefined; name?: string | undefined },
  ): Promise<void>
}

/** Ships with their miners and their power; those of others do not exist. */
export function powerRoutes(router: Router, deps: PowerRoutesDeps): void {
  const { power, clock } = deps
  commissioningRoutes(router, deps)

  router.route(environmentEndpoints.miningShips, async (call) => ({
    serverTime: clock(),
    ...(await power.ships(requireCaller(call).userId)),
  }))

  router.route(environmentEndpoints.miningShip, async (call) => ({
    serverTime: clock(),
    ship: await power.ship(requireCaller(call).userId, call.params.id),
  }))

  router.route(environmentEndpoints.miningShipMiners, async (call) => ({
    serverTime: clock(),
    minerIds: await power.shipMinerIds(requireCaller(call).userId, call.params.id),
  }))

  router.route(environmentEndpoints.shipEnvironment, async (call) => ({
    serverTime: clock(),
    ...(await power.environment(requireCaller(call).userId, call.params.id, call.query)),
  }))

  router.route(environmentEndpoints.assignController, async (call) => {
    await deps.assign(requireCaller(call), call.params.id, call.body)
    return {}
  })

  router.route(environmentEndpoints.previewPowerSettings, async (call) =>
    power.preview(requireCaller(call).userId, call.params.id, call.body),
  )

  router.route(fuelEndpoints.shipFuel, async (call) => ({
    serverTime: clock(),
    ...(await power.fuel(requireCaller(call).userId, call.params.id, call.query.days)),
  }))

  router.route(fuelEndpoints.saveShipFuel, async (call) => ({
    settings: await power.saveFuel(requireCaller(call).userId, call.params.id, call.body),
  }))

  router.route(ruleEndpoints.shipRules, async (call) => ({
    serverTime: clock(),
    ...(await power.rules(requireCaller(call).userId, call.params.id)),
  }))

  router.route(ruleEndpoints.saveShipRules, async (call) => ({
    settings: await power.saveRules(requireCaller(call).userId, call.params.id, call.body),
  }))

  router.route(proofEndpoints.shipProof, async (call) => ({
    serverTime: clock(),
    proof: await power.proof(requireCaller(call).userId, call.params.id, call.query.day),
  }))

  router.route(proofEndpoints.shipProofPdf, async (call) =>
    power.proofPdf(requireCaller(call).userId, call.params.id, call.query),
  )

  router.route(environmentEndpoints.savePowerSettings, async (call) => ({
    settings: await power.saveSettings(requireCaller(call).userId, call.params.id, call.body),
  }))
}

/** Reports of the check at commissioning, for owners and for the desk. */
function commissioningRoutes(router: Router, deps: PowerRoutesDeps): void {
  const { power, clock } = deps

  router.route(commissioningEndpoints.shipCommissioning, async (call) => ({
    serverTime: clock(),
    reports: await power.commissioningReports(requireCaller(call).userId, call.params.id),
  }))

  router.route(commissioningEndpoints.shipCommissioningPdf, async (call) =>
    power.commissioningPdf(requireCaller(call).userId, {
      shipId: call.params.id,
      reportId: call.params.report,
      language: call.query.language,
    }),
  )

  router.route(commissioningEndpoints.deskCommissioningPdf, async (call) =>
    power.newestCommissioningPdf(call.params.id, call.query.language),
  )

  router.route(commissioningEndpoints.deskCommissioningSend, async (call) =>
    sendReport(deps, call.operator, call.params.id),
  )
}
