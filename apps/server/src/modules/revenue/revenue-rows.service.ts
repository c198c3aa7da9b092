import type { Earnings, NetworkInputs } from '@shipminer/contract/mining'
import type { RevenueInput, RevenueRow } from '@shipminer/contract/revenue'
import { satToCents } from '@shipminer/domain/calculator/earnings'
import { minerName } from '@shipminer/domain/fleet/miner-name'
import type { MinedCoin } from '@shipminer/domain/revenue/pool-coin'
import { splitRevenue } from '@shipminer/domain/revenue/split'
import { AppError } from '../../platform/http/app-error.ts'
import type { PowerPort } from '../power/power.port.ts'
import { readAccountZone } from '../ships/ships.port.ts'
import {
  type EstimateDeps,
  estimateByMiner,
  estimateByShip,
  type FiguresByCoin,
  listPoolGroups,
  presentInputs,
  readFigures,
  type Span,
} from './estimates.service.ts'
import { sumReceiptsByDay } from './imports/receipts.repository.ts'
import { sumReceived } from './received.policy.ts'
import { type Cell, energyWh, estimateOf } from './revenue.policy.ts'
import type { Steps } from './revenue-terms.ts'
import { listNamedMiners, listOwnedControllers, listOwnedShips } from './scope.repository.ts'

type OwnedShip = Awaited<ReturnType<typeof listOwnedShips>>[number]

export type RevenueDeps = EstimateDeps & {
  clock: () => number
  /** The present basis of Bitcoin estimates. */
  networkInputs(): Promise<NetworkInputs>
  /** What mining burnt between two moments. */
  ownersFuel: PowerPort['ownersFuel']
}

type Scope = {
  span: Span
  steps: Steps
  figures: FiguresByCoin
  /** Coins that have rows. */
  mined: readonly MinedCoin[]
  present: (
    cell: Cell | null,
    row: Pick<RevenueRow, 'period' | 'coin' | 'shipId' | 'minerId' | 'name' | 'receivedSat'>,
  ) => RevenueRow
}

/** Estimates of a span by day, month or whole, with what was received beside them. */
export async function readRows(
  deps: RevenueDeps,
  userId: string,
  query: {
    fromDay: string
    toDay: string
    by: 'total' | 'ship' | 'miner'
    shipId?: string | undefined
    /** The Bitcoin price at a past time, ms. */
    pricedBefore?: number
  },
  stepsFor: (miners: number) => Steps,
): Promise<{ rows: RevenueRow[]; inputs: RevenueInput[]; steps: Steps }> {
  const { fromDay, toDay, by, shipId } = query
  const [controllers, ships] = await Promise.all([
    listOwnedControllers(deps.store.db, userId),
    listOwnedShips(deps.store.db, userId),
  ])
  const ship = shipId === undefined ? null : ships.find(({ id }) => id === shipId)
  if (ship === undefined) throw new AppError('ship-not-found')
  const inScope = controllers.filter((controller) => ship === null || controller.shipId === ship.id)
  const controllerIds = inScope.map(({ id }) => id)
  const [groups, receipts] = await Promise.all([
    listPoolGroups(deps, userId, controllerIds),
    readAccountZone(deps.store.db, userId).then((zone) => sumReceiptsByDay(deps.store.db, userId, zone)),
  ])
  const ofScope = receipts.filter((receipt) => ship === null || receipt.shipId === ship.id)
  const used = new Set<MinedCoin>(['BTC', ...groups.map(({ coin }) => coin)])
  for (const { coin, day } of ofScope) if (day >= fromDay && day <= toDay) used.add(coin)
  const mined = [...used]
  const [figures, centsPerCoin] = await Promise.all([
    readFigures(deps, mined, fromDay, toDay),
    readPrices(deps, mined, query.pricedBefore),
  ])
  const span = { controllerIds, fromDay, toDay, groups }
  const steps = stepsFor(groups.reduce((sum, { miners }) => sum + miners, 0))
  const present = (
    cell: Cell | null,
    row: Pick<RevenueRow, 'period' | 'coin' | 'shipId' | 'minerId' | 'name' | 'receivedSat'>,
  ) => presentRow(cell, row, centsPerCoin.get(row.coin) ?? null)
  const scope: Scope = { span, steps, figures, mined, present }
  const rows =
    by === 'miner'
      ? await listMinerRows(deps, scope)
      : await listShipRows(deps, scope, { by, ship, ships, receipts: ofScope })
  return { rows, inputs: presentInputs(figures), steps }
}

/** Miner by miner; receipts are not known at that level. */
async function listMinerRows(
  deps: RevenueDeps,
  { span, steps, figures, mined, present }: Scope,
): Promise<RevenueRow[]> {
  const [cells, miners] = await Promise.all([
    estimateByMiner(deps, span, steps, figures),
    listNamedMiners(deps.store.db, span.controllerIds),
  ])
  return steps.labels.flatMap((period, step) =>
    miners.flatMap((miner) =>
      mined.flatMap((coin) => {
        const cell = cells.find(String(miner.id), step, coin)
        if (!cell) return []
        const { shipId: onShip } = miner
        const name = minerName(miner)
        return [
          present(cell, {
            period,
            coin,
            shipId: onShip,
            minerId: String(miner.id),
            name,
            receivedSat: null,
          }),
        ]
      }),
    ),
  )
}

/** Ship by ship, or all together. */
async function listShipRows(
  deps: RevenueDeps,
  { span, steps, figures, mined, present }: Scope,
  query: {
    by: 'total' | 'ship'
    /** The requested one. */
    ship: OwnedShip | null
    ships: readonly OwnedShip[]
    receipts: Awaited<ReturnType<typeof sumReceiptsByDay>>
  },
): Promise<RevenueRow[]> {
  const { by, ship, ships } = query
  const cells = await estimateByShip(deps, span, steps, figures, by === 'ship')
  const received = sumReceived(query.receipts, {
    fromDay: span.fromDay,
    toDay: span.toDay,
    steps,
    byShip: by === 'ship',
  })
  const hasUnassigned =
    ship === null && (cells.scopes.has('') || received.scopes.has('') || ships.length === 0)
  const scopes =
    by === 'total'
      ? [{ id: '', shipId: ship?.id ?? null, name: ship?.name ?? null }]
      : [
          ...(ship === null ? ships : [ship]).map(({ id, name }) => ({ id, shipId: id, name })),
          ...(hasUnassigned ? [{ id: '', shipId: null, name: null }] : []),
        ]
  return steps.labels.flatMap((period, step) =>
    scopes.flatMap((scope) =>
      mined.flatMap((coin) => {
        const cell = cells.find(scope.id, step, coin)
        const receivedSat = received.find(scope.id, step, coin)
        if (coin !== 'BTC' && !cell && !receivedSat) return []
        return [
          present(cell, {
            period,
            coin,
            shipId: scope.shipId,
            minerId: null,
            name: scope.name,
            receivedSat,
          }),
        ]
      }),
    ),
  )
}

/** Euro cents for a whole coin, for each coin. */
export async function readPrices(
  deps: RevenueDeps,
  mined: readonly MinedCoin[],
  before?: number,
): Promise<Map<MinedCoin, number | null>> {
  const read = async (coin: MinedCoin) =>
    coin === 'BTC'
      ? ((await deps.market.price('EUR', before))?.centsPerBtc ?? null)
      : ((await deps.coins.price(coin))?.centsPerCoin ?? null)
  return new Map(await Promise.all(mined.map(async (coin) => [coin, await read(coin)] as const)))
}

export function presentEarnings(cell: Cell | null, centsPerCoin: number | null): Earnings | null {
  const estimate = cell && estimateOf(cell)
  return estimate && { ...estimate, cents: satToCents(estimate.sat, centsPerCoin) }
}

function presentRow(
  cell: Cell | null,
  row: Pick<RevenueRow, 'period' | 'coin' | 'shipId' | 'minerId' | 'name' | 'receivedSat'>,
  centsPerCoin: number | null,
): RevenueRow {
  const estimated = presentEarnings(cell, centsPerCoin)
  return {
    ...row,
    estimated,
    estimatedOwnerSat: estimated && splitRevenue(estimated.sat).ownerSat,
    energyWh: cell && energyWh(cell),
  }
}
