import type { Store, StoreLogger } from '../../platform/db/store.ts'
import type { CommandSigner } from './command-signer.ts'

export type ControlDeps = {
  store: Store
  clock: () => number
  logger: StoreLogger
  signer: CommandSigner
  /** Makes the miner of a device key that may not have sent a sample yet, and gives its id. */
  ensureMiner(controllerId: string, deviceKey: string): Promise<number>
}

/** Who asks. What is not theirs does not exist. */
export type Person = { userId: string }
