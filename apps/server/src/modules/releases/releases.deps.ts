import type { UplinkToController } from '@shipminer/contract/uplink'
import type { Store } from '../../platform/db/store.ts'

/** What releases work with; given by `app.ts`. */
export type ReleaseDeps = {
  store: Store
  clock: () => number
  /** Signs the addresses that archives are fetched from. */
  secretKey: Buffer
  /** Raw Ed25519 public key in base64; null: nothing can be published. */
  releaseKey: string | null
  randomUuid: () => string
}

/** Somebody who acts: an operator, the shell, or the rollout itself. */
export type Actor = { userId: string | null; name: string }

/** The live line to one controller, with the version that it said hello with. */
export type ReleaseLine = { controllerId: string; version: string; send(message: UplinkToController): void }
