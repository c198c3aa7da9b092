import type { FirmwareProgress } from '@shipminer/contract/control/firmware'
import type { FirmwareLine } from './firmware.deps.ts'

/** What firmware provides to the uplink; wired by `app.ts`. */
export type FirmwarePort = {
  /** A controller has connected: the series that it is to carry out is sent. Call the result when the line ends. */
  lineUp(line: FirmwareLine): Promise<() => void>
  /** A controller reported how far a series is. */
  recordProgress(controllerId: string, message: FirmwareProgress): Promise<void>
}
