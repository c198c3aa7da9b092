import type { Store, Trx } from '../../platform/db/store.ts'
import { tellFleet } from '../ships/ships.port.ts'

/**
 * Once the transaction ends, pages of the owner and of their crew are read anew, and the box drops the rules of its owner. Called while the
 * controller still has them.
 */
export async function partFromOwner(store: Store, trx: Trx, controllerId: string): Promise<void> {
  await tellFleet(store, { controllerId }, trx)
  await store.notify('power_settings', controllerId, trx)
}
