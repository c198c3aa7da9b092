import type { ControlPort } from '../control/control.port.ts'
import type { PowerPort } from '../power/power.port.ts'
import type { BatchIngest } from '../telemetry/telemetry.port.ts'
import type { BatchStore } from './uplink-session.ts'

/** Stores batches with everything that other modules store of them: in one transaction, or not at all. */
export function createBatchStore(
  telemetry: BatchIngest,
  control: Pick<ControlPort, 'storeReports'>,
  power: Pick<PowerPort, 'storeBatch'>,
): BatchStore {
  return {
    ...telemetry,
    ingestBatch: (input) =>
      telemetry.ingestBatch(input, [
        (trx, { controllerId, batch, corrected }) =>
          control.storeReports(trx, controllerId, batch.commands ?? [], corrected),
        power.storeBatch,
      ]),
  }
}
