import { AppError } from '../../platform/http/app-error.ts'
import type { ControlDeps, Person } from './control.deps.ts'
import * as repository from './control.repository.ts'

export async function findOwnMiner(
  deps: ControlDeps,
  person: Person,
  id: number,
): Promise<repository.ControlledMiner> {
  const [miner] = await repository.listOwnedMiners(deps.store.db, person.userId, { minerId: id })
  if (!miner) throw new AppError('not-found')
  return miner
}

/** @throws AppError `not-found` for a ship or controller that is not the caller's. */
export async function minersInScope(
  deps: ControlDeps,
  person: Person,
  scope: { shipId?: string | undefined; controllerId?: string | undefined },
) {
  const { shipId, controllerId } = scope
  if (shipId !== undefined && !(await repository.ownsShip(deps.store.db, person.userId, shipId)))
    throw new AppError('not-found')
  if (
    controllerId !== undefined &&
    !(await repository.ownsController(deps.store.db, person.userId, controllerId))
  )
    throw new AppError('not-found')
  return repository.listOwnedMiners(deps.store.db, person.userId, {
    ...(shipId === undefined ? {} : { shipId }),
    ...(controllerId === undefined ? {} : { controllerId }),
  })
}

/** The controller that is meant: the given one, otherwise the one seen last. */
export async function findController(
  deps: ControlDeps,
  person: Person,
  controllerId: string | undefined,
): Promise<string> {
  if (controllerId !== undefined) {
    if (await repository.ownsController(deps.store.db, person.userId, controllerId)) return controllerId
    throw new AppError('not-found')
  }
  const [last] = await repository.listOwnedControllers(deps.store.db, person.userId)
  if (!last) throw new AppError('not-found')
  return last.id
}
