import type { UplinkToController } from '@shipminer/contract/uplink'
import type { Store, StoreLogger } from '../../platform/db/store.ts'
import type { SecretKey } from '../../platform/secret-key/secret-key.ts'

/** What firmware needs; provided by `app.ts`. */
export type FirmwareDeps = {
  store: Store
  clock: () => number
  logger: StoreLogger
  /** Signs the addresses from which files are downloaded. */
  secretKey: SecretKey
  randomUuid: () => string
  /** Signs orders with the key of commands, which controllers pin. */
  keys: { sign(text: string): string }
}

/** The caller. What does not belong to them does not exist. */
export type Owner = { userId: string }

/** The live line to one controller; `sign`: with the key for orders that it has. */
export type FirmwareLine = {
  controllerId: string
  send(message: UplinkToController): void
  sign(text: string): string
}
