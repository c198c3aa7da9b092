import type { Context } from '../../platform/context.ts'
import type { Http } from '../../platform/module.ts'
import { raiseControllerEvent } from '../alerts/alerts.port.ts'
import type { CommandKeys, ControlPort } from '../control/control.port.ts'
import type { FirmwarePort } from '../firmware/firmware.port.ts'
import type { PowerPort } from '../power/power.port.ts'
import type { ReleasePort } from '../releases/releases.port.ts'
import type { BatchIngest, SetAsidePort } from '../telemetry/telemetry.port.ts'
import { batchExtras, createBatchStore } from './batch-store.ts'
import { setAsideRoutes } from './set-aside.routes.ts'
import { sumSpoolLosses } from './uplink.repository.ts'
import { uplinkRoutes } from './uplink.routes.ts'

/** The lines to controllers: stores and acknowledges what they send, and sends what waits for them. */
export function openUplink(
  context: Context,
  ports: {
    telemetry: BatchIngest & SetAsidePort
    control: ControlPort & { keys: CommandKeys }
    power: PowerPort
    releases: ReleasePort
    firmware: FirmwarePort
  },
) {
  const { store, clock, logger, metrics } = context
  const { telemetry, control, power, releases, firmware } = ports
  return {
    port: { sumSpoolLosses: () => sumSpoolLosses(store.db) },
    async routes({ server, router }: Http) {
      setAsideRoutes(router, { store, clock, telemetry, extras: batchExtras(control, power) })
      await uplinkRoutes(server, {
        store,
        batches: createBatchStore(telemetry, control, power),
        control,
        keys: control.keys,
        power,
        releases,
        firmware,
        clock,
        logger,
        onMemoryConflict(controllerId, conflict) {
          const kind = conflict === 'cloned' ? 'key-shared' : 'memory-restored'
          return raiseControllerEvent(store, { controllerId, kind, at: new Date(clock()) })
        },
        onLinks: (count) => metrics.uplinks.set(count),
        onSamples(count, duplicate) {
          if (duplicate) metrics.batchesDuplicate.inc()
          else metrics.samplesStored.inc(count)
        },
        onPoison({ setAside, mended }) {
          metrics.rowsSetAside.inc(setAside)
          metrics.valuesMended.inc(mended)
        },
      })
    },
  }
}
