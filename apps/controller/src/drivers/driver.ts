import type { DeviceIdentity, DeviceReading } from '@shipminer/contract/telemetry'
import type { DeviceAddress, ReadContext } from './device-address.ts'
import type { DeviceControl } from './device-control.ts'
import type { Evidence } from './judge/evidence.ts'

export type { DeviceAddress, ReadContext }

/*
 * To add a driver: make a folder beside this file, export one `create<Name>Driver()` that returns a `Driver`,
 * put it into `registry.ts` before the drivers that are less sure than it, and add its recorded answers to `fixtures/`.
 * A device that sleeps, wakes and restarts in the usual way acts by a plan (`planned-control.ts`); a driver that only reads spreads
 * `readOnlyControl`. Its dialect goes into the simulator, and its contract test beside the others in `e2e/drivers/`.
 */

/**
 * Why there is no reading: no answer within the budget (`timeout`), port closed (`refused`), no way to the address
 * (`no-route`), ended before an answer (`closed`), or an answer that cannot be read (`garbled`).
 */
export type FailureReason = 'timeout' | 'refused' | 'no-route' | 'closed' | 'garbled'

export type PollOutcome =
  | { ok: true; identity: DeviceIdentity; reading: DeviceReading }
  | { ok: false; reason: FailureReason }

/** One dialect of device: reads, and acts (`control.ts`). Nothing here throws: every failure is a value. */
export type Driver = DeviceControl & {
  /** `antminer`, `cgminer`, `axeos` …; stored as `DeviceIdentity.driver`. */
  readonly name: string
  /** Null when the answers are not this driver's. */
  identify(address: DeviceAddress, evidence: Evidence, context: ReadContext): Promise<DeviceIdentity | null>
  /**
   * Reads the device once. The identity in the outcome is that of the device that answered, as far as the answer says:
   * `known` itself, or another one where addresses were reassigned.
   */
  poll(address: DeviceAddress, known: DeviceIdentity, context: ReadContext): Promise<PollOutcome>
}
