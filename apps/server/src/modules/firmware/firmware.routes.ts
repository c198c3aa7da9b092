import { firmwareEndpoints } from '@shipminer/contract/control/firmware-calls'
import { requireFreshSession } from '../../platform/auth/fresh-session.ts'
import { type Router, requireCaller } from '../../platform/http/routing.ts'
import type { FirmwareDeps } from './firmware.deps.ts'
import { addPart, beginFile, deleteFile } from './firmware-files.service.ts'
import { cancelSeries, readFirmware, startSeries } from './firmware-series.service.ts'

/** Firmware of the caller's miners; files and miners of others do not exist. */
export function firmwareRoutes(router: Router, deps: FirmwareDeps): void {
  router.route(firmwareEndpoints.firmware, (call) => readFirmware(deps, requireCaller(call)))
  router.route(firmwareEndpoints.beginFirmwareFile, (call) => beginFile(deps, requireCaller(call), call.body))
  router.route(firmwareEndpoints.addFirmwarePart, (call) =>
    addPart(deps, requireCaller(call), call.params.sha256, call.body),
  )
  router.route(firmwareEndpoints.deleteFirmwareFile, async (call) => {
    await deleteFile(deps, requireCaller(call), call.params.sha256)
    return {}
  })
  router.route(firmwareEndpoints.startFirmwareSeries, async (call) => {
    const caller = requireCaller(call)
    // A wrong file takes a miner away from its owner: only a user who recently proved to be present may do that.
    requireFreshSession(caller, deps.clock())
    return startSeries(deps, caller, call.body)
  })
  router.route(firmwareEndpoints.cancelFirmwareSeries, async (call) => {
    await cancelSeries(deps, requireCaller(call), call.params.id)
    return {}
  })
}
