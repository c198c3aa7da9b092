import type { Store, Trx } from '../../platform/db/store.ts'
import { tellFleet } from '../ships/ships.port.ts'
import { partFromOwner } from './part-from-owner.ts'
import { erasePast, freeController, lockControllersOf, removePast } from './transfer.repository.ts'

/**
 * Takes the controllers of somebody whose account ends: they can be claimed again, and what was reported or entered until now is removed,
 * with what is left of controllers that changed hands.
 * @returns how many can be claimed again.
 */
export async function forgetOwner(
  { store, clock }: { store: Store; clock: () => number },
  trx: Trx,
  ownerId: string,
): Promise<number> {
  const at = new Date(clock())
  const controllers = await lockControllersOf(trx, ownerId)
  for (const { id, isPast } of controllers) {
    if (isPast) {
      await tellFleet(store, { controllerId: id }, trx)
      await removePast(trx, id)
      continue
    }
    await partFromOwner(store, trx, id)
    await erasePast(trx, id)
    await freeController(trx, id, at)
  }
  return controllers.filter(({ isPast }) => !isPast).length
}
