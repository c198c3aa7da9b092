import type { MiningShip } from '@shipminer/contract/power/environment'
import { controllerStatus } from '@shipminer/domain/fleet/silence'
import { AppError } from '../../platform/http/app-error.ts'
import { isUuid } from '../../platform/is-uuid.ts'
import { type Right, readAccountZone } from '../ships/ships.port.ts'
import type { PowerDeps } from './power.deps.ts'
import * as repository from './power.repository.ts'

const defaultPollIntervalMs = 10_000

export async function listShips(
  deps: PowerDeps,
  userId: string,
): Promise<{ ships: MiningShip[]; timeZone: string }> {
  const [ships, controllers, timeZone] = await Promise.all([
    repository.listShips(deps.store.db, userId, 'read'),
    repository.listShipControllers(deps.store.db, userId, 'read'),
    readAccountZone(deps.store.db, userId),
  ])
  const presented = await Promise.all(
    ships.map((ship) =>
      presentShip(
        deps,
        userId,
        ship,
        controllers.filter(({ shipId }) => shipId === ship.id),
      ),
    ),
  )
  return { ships: presented, timeZone }
}

export async function readShip(deps: PowerDeps, userId: string, shipId: string): Promise<MiningShip> {
  const ship = await findShip(deps, userId, 'read', shipId)
  return presentShip(
    deps,
    userId,
    ship,
    await repository.listShipControllers(deps.store.db, userId, 'read', ship.id),
  )
}

export async function listShipMinerIds(deps: PowerDeps, userId: string, shipId: string): Promise<string[]> {
  const ship = await findShip(deps, userId, 'read', shipId)
  const controllers = await repository.listShipControllers(deps.store.db, userId, 'read', ship.id)
  const { minerIds } = await deps.shipValues(
    userId,
    controllers.map(({ id }) => id),
  )
  return minerIds
}

/** @throws AppError `ship-not-found` for a ship that they have no such right to */
export async function findShip(
  deps: PowerDeps,
  userId: string,
  right: Right,
  shipId: string,
): Promise<repository.ShipRow> {
  const [ship] = isUuid(shipId) ? await repository.listShips(deps.store.db, userId, right, shipId) : []
  if (!ship) throw new AppError('ship-not-found')
  return ship
}

async function presentShip(
  deps: PowerDeps,
  userId: string,
  { shared, ...ship }: repository.ShipRow,
  controllers: readonly repository.ShipControllerRow[],
): Promise<MiningShip> {
  const now = deps.clock()
  const values = await deps.shipValues(
    userId,
    controllers.map(({ id }) => id),
  )
  const samples = controllers.flatMap(({ sample }) => (sample ? [sample] : []))
  return {
    ...ship,
    controllers: controllers.map(({ id, name, lastSeenAt, pollIntervalMs }) => ({
      id,
      name,
      status: controllerStatus({
        lastSeenAt: lastSeenAt?.getTime() ?? null,
        now,
        pollIntervalMs: pollIntervalMs ?? defaultPollIntervalMs,
      }),
    })),
    minerCount: values.minerIds.length,
    onlineMiners: values.online,
    hashrateThs: values.hashrateThs,
    powerWatts: values.powerWatts,
    follower: samples.find(({ state }) => state !== 'off')?.state ?? null,
    ...(shared === null ? {} : { shared }),
  }
}
