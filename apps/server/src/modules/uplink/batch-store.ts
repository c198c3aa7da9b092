import type { ControlPort } from '../control/control.port.ts'
import type { PowerPort } from '../power/power.port.ts'
import type { BatchExtra, BatchIngest } from '../telemetry/telemetry.port.ts'
import type { BatchStore } from './uplink-session.ts'

/** What other modules store of a batch. */
export function batchExtras(
  control: Pick<ControlPort, 'storeReports'>,
  power: Pick<PowerPort, 'storeBatch'>,
): BatchExtra[] {
  return [
    (trx, { controllerId, batch, correctTime }) =>
      control.storeReports(trx, controllerId, batch.commands ?? [], correctTime),
    power.storeBatch,
  ]
}

/** Stores batches with everything that other modules store of them: in one transaction, or not at all. */
export function createBatchStore(
  telemetry: BatchIngest,
  control: Pick<ControlPort, 'storeReports'>,
  power: Pick<PowerPort, 'storeBatch'>,
): BatchStore {
  return {
    ...telemetry,
    ingestBatch: (input) => telemetry.ingestBatch(input, batchExtras(control, power)),
  }
}
