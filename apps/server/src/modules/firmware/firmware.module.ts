import type { FirmwareProgress } from '@shipminer/contract/control/firmware'
import type { Context } from '../../platform/context.ts'
import { downloadRoute } from '../../platform/http/signed-download.ts'
import type { Http } from '../../platform/module.ts'
import type { CommandKeys } from '../control/control.port.ts'
import { firmwareJob } from './firmware.job.ts'
import type { FirmwarePort } from './firmware.port.ts'
import { firmwareRoutes } from './firmware.routes.ts'
import { firmwareDownload, openFirmware, openFirmwareLines } from './firmware-lines.service.ts'
import { storeProgress } from './firmware-series.service.ts'

/** Firmware of miners: files of their owners, ordered one series at a time, and downloaded by the boxes. */
export async function openFirmwareModule(context: Context, ports: { control: { keys: CommandKeys } }) {
  const deps = { ...context, keys: ports.control.keys }
  const { lineUp, close } = await openFirmwareLines(deps)
  const port: FirmwarePort = {
    lineUp,
    recordProgress: (controllerId: string, message: FirmwareProgress) =>
      storeProgress(deps, controllerId, message),
  }
  return {
    port,
    routes({ server, router }: Http) {
      firmwareRoutes(router, deps)
      downloadRoute(server, deps, firmwareDownload, openFirmware(deps))
    },
    jobs: [firmwareJob(deps)],
    close,
  }
}
