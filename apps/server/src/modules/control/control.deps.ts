import type { Store, StoreLogger } from '../../platform/db/store.ts'
import type { CommandKeys } from './keys/command-keys.ts'

export type ControlDeps = {
  store: Store
  clock: () => number
  logger: StoreLogger
  /** Keys that sign orders. */
  keys: Pick<CommandKeys, 'sign'>
  /** Finds or creates the miner of a device key, which may not have sent a sample yet, and returns its id. */
  ensureMiner(controllerId: string, deviceKey: string): Promise<number>
}

/** The caller, and the key that their program calls with. What does not belong to them does not exist. */
export type Person = { userId: string; keyName?: string | null }
