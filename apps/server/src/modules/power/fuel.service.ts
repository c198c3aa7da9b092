import {
  type FuelSettings,
  FuelSettingsSchema,
  type FuelSums,
  type MarketFigure,
} from '@shipminer/contract/power/fuel'
import { centsPerPhDay } from '@shipminer/domain/calculator/earnings'
import { co2PerGram } from '@shipminer/domain/generator/proof/fuel'
import { revenueSplit } from '@shipminer/domain/revenue/split'
import { safeTotal } from '@shipminer/domain/safe-whole'
import type { Queryable } from '../../platform/db/store.ts'
import { findShip } from './own-ships.service.ts'
import type { PowerDeps } from './power.deps.ts'
import * as repository from './power.repository.ts'
import type { PowerBucket } from './power-sums.ts'

const dayMs = 86_400_000

/** What the owner gets of a day's mining with a petahash a second; null while no source of difficulty or price ever answered. */
export async function readMarketFigure({ networkInputs }: PowerDeps): Promise<MarketFigure | null> {
  const { centsPerBtc, priceObservedAt, networkBuiltIn, networkObservedAt, poolFeeBasisPoints, ...network } =
    await networkInputs()
  const cents = networkBuiltIn ? null : centsPerPhDay(network, poolFeeBasisPoints, centsPerBtc)
  if (cents === null || priceObservedAt === null) return null
  return {
    centsPerPhDay: (cents * revenueSplit.ownerNumerator) / revenueSplit.denominator,
    observedAt: Math.min(networkObservedAt, priceObservedAt),
  }
}

/** @throws AppError `ship-not-found` */
export async function readFuel(deps: PowerDeps, ownerId: string, shipId: string, days: number) {
  const ship = await findShip(deps, ownerId, 'own', shipId)
  const controllers = await repository.listShipControllers(deps.store.db, ownerId, 'own', ship.id)
  const to = deps.clock()
  const from = to - days * dayMs
  const [settings, market, buckets] = await Promise.all([
    repository.findFuelSettings(deps.store.db, ship.id),
    readMarketFigure(deps),
    repository.readPower(deps.store.db, {
      controllerIds: controllers.map(({ id }) => id),
      from: new Date(from),
      to: new Date(to),
      stepSeconds: 3_600,
    }),
  ])
  return { settings: parseFuel(settings), market, report: { from, to, ...fuelOf(buckets) } }
}

/** Of the energy that miners took, the share whose fuel may be unknown while a sum still stands for all of it. */
const unknownShare = 0.05

/**
 * Fuel, its carbon dioxide and its price, and the hours at the least load, summed up. Unknown where it is for more than a little of what was
 * mined: a part is never shown as the whole.
 */
export function fuelOf(
  buckets: readonly Pick<PowerBucket, 'fuelMg' | 'fuelMc' | 'heldSeconds' | 'miningWs'>[],
): FuelSums {
  const minedWs = (of: typeof buckets) => of.reduce((total, { miningWs }) => total + (miningWs ?? 0), 0)
  const sum = (of: 'fuelMg' | 'fuelMc') => {
    const known = buckets.flatMap((bucket) => bucket[of] ?? [])
    const unknown = buckets.filter((bucket) => bucket[of] === null)
    if (known.length === 0 || minedWs(unknown) > unknownShare * minedWs(buckets)) return null
    return safeTotal(known)
  }
  const mg = sum('fuelMg')
  const mc = sum('fuelMc')
  return {
    fuelGrams: mg === null ? null : Math.round(mg / 1_000),
    co2Grams: mg === null ? null : Math.round((mg * co2PerGram) / 1_000),
    fuelCents: mc === null ? null : Math.round(mc / 1_000),
    heldSeconds: safeTotal(buckets.map(({ heldSeconds }) => heldSeconds)),
  }
}

/** What mining burnt on each ship of an owner, and on all of them, between two moments. */
export async function readOwnersFuel(
  deps: Pick<PowerDeps, 'store'>,
  ownerId: string,
  from: number,
  to: number,
): Promise<{ ships: (FuelSums & { name: string })[]; total: FuelSums }> {
  const { db } = deps.store
  const [ships, controllers] = await Promise.all([
    repository.listShips(db, ownerId, 'own'),
    repository.listShipControllers(db, ownerId, 'own'),
  ])
  const read = (ids: readonly { id: string }[]) =>
    repository.readPower(db, {
      controllerIds: ids.map(({ id }) => id),
      from: new Date(from),
      to: new Date(to),
      stepSeconds: 3_600,
    })
  const buckets = await Promise.all(ships.map(({ id }) => read(controllers.filter((c) => c.shipId === id))))
  return {
    ships: ships.map(({ name }, index) => ({ name, ...fuelOf(buckets[index] ?? []) })),
    total: fuelOf(buckets.flat()),
  }
}

/** @throws AppError `ship-not-found` */
export async function saveFuel(
  deps: PowerDeps,
  ownerId: string,
  shipId: string,
  settings: FuelSettings,
): Promise<FuelSettings> {
  const ship = await findShip(deps, ownerId, 'own', shipId)
  const controllers = await repository.listShipControllers(deps.store.db, ownerId, 'own', ship.id)
  await deps.store.db.transaction().execute(async (trx) => {
    await repository.saveFuelSettings(trx, {
      shipId: ship.id,
      settings,
      by: ownerId,
      at: new Date(deps.clock()),
    })
    for (const { id } of controllers) await deps.store.notify('power_settings', id, trx)
  })
  await deps.logChange(
    controllers.map(({ id }) => id),
    ownerId,
    'power-settings-changed',
  )
  return settings
}

/** What is sent to a box of fuel and market. */
export async function readEconomy(deps: PowerDeps, db: Queryable, controllerId: string) {
  const [settings, market] = await Promise.all([
    repository.findFuelOnBoard(db, controllerId),
    readMarketFigure(deps),
  ])
  return { fuel: parseFuel(settings), market }
}

/** Settings of a later version count as none were set. */
const parseFuel = (settings: unknown): FuelSettings | null =>
  FuelSettingsSchema.safeParse(settings).data ?? null
