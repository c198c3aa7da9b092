import { AppError } from '../../platform/http/app-error.ts'
import type { Right } from '../ships/ships.port.ts'
import type { ControlDeps, Person } from './control.deps.ts'
import * as repository from './control.repository.ts'

/** @throws AppError `not-found` for a miner that the person has no such right to */
export async function findMiner(
  deps: ControlDeps,
  person: Person,
  right: Right,
  id: number,
): Promise<repository.ControlledMiner> {
  const [miner] = await repository.listReachedMiners(deps.store.db, person.userId, right, { minerId: id })
  if (!miner) throw new AppError('not-found')
  return miner
}

/** Of one's own fleet when nothing is named, so that nobody stops a stranger's miners by it. @throws AppError `not-found` for a ship or controller that the person may not act on. */
export async function minersInScope(
  deps: ControlDeps,
  person: Person,
  scope: { shipId?: string | undefined; controllerId?: string | undefined },
) {
  const { db } = deps.store
  const { shipId, controllerId } = scope
  if (shipId !== undefined && !(await repository.reachesShip(db, person.userId, 'act', shipId)))
    throw new AppError('not-found')
  if (
    controllerId !== undefined &&
    !(await repository.reachesController(db, person.userId, 'act', controllerId))
  )
    throw new AppError('not-found')
  const isAll = shipId === undefined && controllerId === undefined
  return repository.listReachedMiners(db, person.userId, isAll ? 'own' : 'act', {
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
  const { db } = deps.store
  if (controllerId !== undefined) {
    if (await repository.reachesController(db, person.userId, 'act', controllerId)) return controllerId
    throw new AppError('not-found')
  }
  const [last] = await repository.listActedControllers(db, person.userId)
  if (!last) throw new AppError('not-found')
  return last.id
}
