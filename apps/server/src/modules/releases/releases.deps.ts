import type { UplinkToController } from '@shipminer/contract/uplink'
import type { Store } from '../../platform/db/store.ts'
import type { SecretKey } from '../../platform/secret-key/secret-key.ts'
import type { AccountMailContext } from '../users/users.port.ts'

/** What releases need; provided by `app.ts`. */
export type ReleaseDeps = {
  store: Store
  clock: () => number
  /** Signs the addresses from which archives are downloaded. */
  secretKey: SecretKey
  /** Raw Ed25519 public key in base64; null: nothing can be published. */
  releaseKey: string | null
  randomUuid: () => string
  randomBytes: (count: number) => Uint8Array
  /** The sender of mails to operators. */
  mail: AccountMailContext
  /** Whether a second operator confirms a rollout. */
  fourEyes: boolean
  productName: string
}

/** Who acts: an operator, the shell, or the rollout itself. */
export type Actor = { userId: string | null; name: string }

/** The live line to one controller, with the version in its hello. */
export type ReleaseLine = { controllerId: string; version: string; send(message: UplinkToController): void }
