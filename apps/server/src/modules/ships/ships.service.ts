import { maxShips, type Ship, type ShipInput } from '@shipminer/contract/ships'
import { isTimeZone } from '@shipminer/domain/time-zone'
import { sql } from 'kysely'
import type { Store, StoreLogger } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { isUuid } from '../../platform/is-uuid.ts'
import { tellFleet } from './fleet-news.ts'
import type { ShipDetails } from './ship-details.ts'
import { acceptShip } from './ships.policy.ts'
import { presentShip } from './ships.presenter.ts'
import * as repository from './ships.repository.ts'

export type ShipDeps = { store: Store; clock: () => number; logger: StoreLogger }

export async function listShips(deps: ShipDeps, userId: string): Promise<Ship[]> {
  return (await repository.listShips(deps.store.db, userId)).map(presentShip)
}

/** @throws AppError `ship-incomplete`, `ship-limit-reached`, `ship-add-failed` */
export async function addShip(deps: ShipDeps, userId: string, input: ShipInput): Promise<Ship> {
  const ship = requireDetails(input)
  await requireTimeZone(deps, ship.timeZone)
  try {
    return await deps.store.db.transaction().execute(async (trx) => {
      if ((await repository.countShipsLocked(trx, userId)) >= maxShips)
        throw new AppError('ship-limit-reached')
      return presentShip(
        await repository.insertShip(trx, { ...ship, userId, createdAt: new Date(deps.clock()) }),
      )
    })
  } catch (error) {
    if (error instanceof AppError) throw error
    deps.logger.error({ err: error }, 'ship not added')
    throw new AppError('ship-add-failed', {}, { cause: error })
  }
}

/** @throws AppError `ship-incomplete`, `ship-not-found` */
export async function updateShip(
  deps: ShipDeps,
  key: { id: string; userId: string },
  input: ShipInput,
): Promise<Ship> {
  const ship = requireDetails(input)
  await requireTimeZone(deps, ship.timeZone)
  const row = isUuid(key.id) ? await repository.updateShip(deps.store.db, key, ship) : null
  if (!row) throw new AppError('ship-not-found')
  return presentShip(row)
}

/** @throws AppError `ship-not-found` */
export async function removeShip(deps: ShipDeps, key: { id: string; userId: string }): Promise<void> {
  if (!isUuid(key.id)) throw new AppError('ship-not-found')
  await deps.store.db.transaction().execute(async (trx) => {
    await tellFleet(deps.store, { shipId: key.id }, trx)
    if (!(await repository.removeShip(trx, key))) throw new AppError('ship-not-found')
  })
}

/** Both have to know it: the database cuts days by it, JavaScript writes them. */
async function requireTimeZone({ store }: ShipDeps, timeZone: string): Promise<void> {
  const isKnown =
    isTimeZone(timeZone) &&
    (await sql`SELECT 1 FROM pg_timezone_names WHERE name = ${timeZone}`.execute(store.db)).rows.length > 0
  if (!isKnown)
    throw new AppError('invalid-request', {
      issues: [{ path: 'body.timeZone', message: 'is not a time zone' }],
    })
}

function requireDetails(input: ShipInput): ShipDetails {
  const accepted = acceptShip(input)
  if (accepted.ok) return accepted.ship
  const issues = accepted.missing.map((field) => ({ path: `body.${field}`, message: 'required' }))
  throw new AppError('ship-incomplete', { issues })
}
