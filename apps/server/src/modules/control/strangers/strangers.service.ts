import { type Stranger, StrangerSchema, type StrangerView } from '@shipminer/contract/control/strangers'
import { AppError } from '../../../platform/http/app-error.ts'
import type { ControlDeps, Person } from '../control.deps.ts'
import { reachesShip } from '../control.repository.ts'
import * as repository from './strangers.repository.ts'

type Deps = Pick<ControlDeps, 'store' | 'clock'>

/** A whole search of a controller has ended. */
export async function storeStrangers(
  { store, clock }: Deps,
  controllerId: string,
  strangers: readonly Stranger[],
): Promise<void> {
  const byKey = new Map(strangers.map((stranger) => [stranger.key, stranger]))
  await store.db
    .transaction()
    .execute((trx) => repository.replaceStrangers(trx, controllerId, [...byKey.values()], new Date(clock())))
}

/** @throws AppError `ship-not-found` */
export async function listShipStrangers(
  { store }: Deps,
  person: Person,
  shipId: string,
): Promise<StrangerView[]> {
  if (!(await reachesShip(store.db, person.userId, 'read', shipId))) throw new AppError('ship-not-found')
  const rows = await repository.listStrangers(store.db, shipId)
  return rows.map(({ id, address, guess, ports, controllerName, name, isWatched, isSilent, ...row }) => ({
    ...{ id: String(id), address, guess, controllerName, name, isWatched, isSilent },
    ports: StrangerSchema.shape.ports.safeParse(ports).data ?? [],
    firstSeenAt: row.firstSeenAt.getTime(),
    lastSeenAt: row.lastSeenAt.getTime(),
  }))
}

/** @throws AppError `not-found` */
export async function noteStranger(
  { store }: Deps,
  person: Person,
  id: number,
  note: { name: string | null; isWatched: boolean },
): Promise<void> {
  const isDone = await repository.updateStranger(store.db, person.userId, id, {
    ...note,
    name: note.name || null,
  })
  if (!isDone) throw new AppError('not-found')
}
