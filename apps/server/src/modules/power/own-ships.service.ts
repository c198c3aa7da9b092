import type { MiningShip } from '@shipminer/contract/environment'
import { controllerStatus } from '@shipminer/domain/silence'
import { AppError } from '../../platform/http/app-error.ts'
import { isUuid } from '../../platform/is-uuid.ts'
import { readAccountZone } from '../ships/ships.port.ts'
import type { PowerDeps } from './power.deps.ts'
import * as repository from './power.repository.ts'

const defaultPollIntervalMs = 10_000

export async function listShips(
  deps: PowerDeps,
  ownerId: string,
): Promise<{ ships: MiningShip[]; timeZone: string }> {
  const [ships, controllers, timeZone] = await Promise.all([
    repository.listShips(deps.store.db, ownerId),
    repository.listShipControllers(deps.store.db, ownerId),
    readAccountZone(deps.store.db, ownerId),
  ])
  const presented = await Promise.all(
    ships.map((ship) =>
      presentShip(
        deps,
        ownerId,
        ship,
        controllers.filter(({ shipId }) => shipId === ship.id),
      ),
    ),
  )
  return { ships: presented, timeZone }
}

export async function readShip(deps: PowerDeps, ownerId: string, shipId: string): Promise<MiningShip> {
  const ship = await findOwnShip(deps, ownerId, shipId)
  return presentShip(
    deps,
    ownerId,
    ship,
    await repository.listShipControllers(deps.store.db, ownerId, ship.id),
  )
}

export async function listShipMinerIds(deps: PowerDeps, ownerId: string, shipId: string): Promise<string[]> {
  const ship = await findOwnShip(deps, ownerId, shipId)
  const controllers = await repository.listShipControllers(deps.store.db, ownerId, ship.id)
  const { minerIds } = await deps.shipValues(
    ownerId,
    controllers.map(({ id }) => id),
  )
  return minerIds
}

export async function findOwnShip(
  deps: PowerDeps,
  ownerId: string,
  shipId: string,
): Promise<repository.ShipRow> {
  const [ship] = isUuid(shipId) ? await repository.listShips(deps.store.db, ownerId, shipId) : []
  if (!ship) throw new AppError('ship-not-found')
  return ship
}

async function presentShip(
  deps: PowerDeps,
  ownerId: string,
  ship: repository.ShipRow,
  controllers: readonly repository.ShipControllerRow[],
): Promise<MiningShip> {
  const now = deps.clock()
  const values = await deps.shipValues(
    ownerId,
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
  }
}
