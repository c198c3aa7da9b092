import type { Batch, UplinkToController } from '@shipminer/contract/uplink'
import type { Queryable, Trx } from '../../platform/db/store.ts'

/** The live line to one controller, as the uplink gives it. */
export type ControllerLine = { controllerId: string; send(message: UplinkToController): void }

/** What control gives the uplink and telemetry; wired by `app.ts`. */
export type ControlPort = {
  /** base64 Ed25519 key that controllers pin. */
  commandKey: string
  /** A controller has come: everything it has not reported on is sent, oldest first. Call the result when the line ends. */
  lineUp(line: ControllerLine): Promise<() => void>
  /** An answer to a question that this or another server asked. */
  answered(message: { askId: string; test: unknown; deviceKey: string | null }): Promise<void>
  /** In the transaction of the batch. `at` is corrected to the server's clock. */
  storeReports(
    trx: Trx,
    controllerId: string,
    reports: NonNullable<Batch['commands']>,
    corrected: (ms: number) => number,
  ): Promise<void>
  /** A line of the history: a controller connected. */
  noteConnection(db: Queryable, controllerId: string, detail: string, at: Date): Promise<void>
}
