import type { Earnings, NetworkInputs } from '@shipminer/contract/mining'
import type { CoinEstimate, Payout, Receipt, RevenueInput, RevenueRow } from '@shipminer/contract/revenue'
import { satToCents } from '@shipminer/domain/earnings'
import { minerName } from '@shipminer/domain/miner-name'
import { ownerBalance } from '@shipminer/domain/revenue/balance'
import type { MinedCoin } from '@shipminer/domain/revenue/pool-coin'
import { daysBetween, periodDays, type RevenuePeriod } from '@shipminer/domain/revenue/revenue-periods'
import { revenueSplit, splitRevenue } from '@shipminer/domain/revenue/split'
import type { Queryable } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { utcDay } from '../../platform/time.ts'
import { createEstimates, type EstimateDeps, presentInputs } from './estimates.service.ts'
import {
  listPayouts,
  listReceipts,
  type PayoutRow,
  type ReceiptRow,
  sumPayouts,
  sumReceipts,
  sumReceiptsByDay,
} from './receipts.repository.ts'
import { receivedOf } from './received.policy.ts'
import { type Cell, energyWh, estimateOf } from './revenue.policy.ts'
import type { Steps } from './revenue-terms.ts'
import { listNamedMiners, listOwnedControllers, listOwnedShips } from './scope.repository.ts'

export type RevenueDeps = EstimateDeps & {
  clock: () => number
  /** What Bitcoin estimates rest on now. */
  networkInputs(): Promise<NetworkInputs>
}

/** Rows that an answer miner by miner may have before it tells whole spans instead. */
const mostMinerRows = 5_000
const listed = 500

export type Revenue = ReturnType<typeof createRevenue>

/** Estimates and what was really received, of one owner. What is not theirs does not exist. */
export function createRevenue(deps: RevenueDeps) {
  const { store, market, coins, clock } = deps
  const { db } = store
  const estimates = createEstimates(deps)

  /** Euro cents for a whole coin, of each. */
  async function prices(
    mined: readonly MinedCoin[],
    before?: number,
  ): Promise<Map<MinedCoin, number | null>> {
    const read = async (coin: MinedCoin) =>
      coin === 'BTC'
        ? ((await market.price('EUR', before))?.centsPerBtc ?? null)
        : ((await coins.price(coin))?.centsPerCoin ?? null)
    return new Map(await Promise.all(mined.map(async (coin) => [coin, await read(coin)] as const)))
  }

  /** Estimates of a span by day, month or whole, with what was received beside them. */
  async function rowsOf(
    userId: string,
    query: {
      fromDay: string
      toDay: string
      by: 'total' | 'ship' | 'miner'
      shipId?: string | undefined
      /** The Bitcoin price of a past moment, ms. */
      pricedBefore?: number
    },
    stepsFor: (miners: number) => Steps,
  ): Promise<{ rows: RevenueRow[]; inputs: RevenueInput[]; steps: Steps }> {
    const { fromDay, toDay, by, shipId } = query
    const [controllers, ships] = await Promise.all([
      listOwnedControllers(db, userId),
      listOwnedShips(db, userId),
    ])
    const ship = shipId === undefined ? null : ships.find(({ id }) => id === shipId)
    if (ship === undefined) throw new AppError('ship-not-found')
    const inScope = controllers.filter((controller) => ship === null || controller.shipId === ship.id)
    const controllerIds = inScope.map(({ id }) => id)
    const [groups, receipts] = await Promise.all([
      estimates.pools(userId, controllerIds),
      sumReceiptsByDay(db, userId),
    ])
    const ofScope = receipts.filter((receipt) => ship === null || receipt.shipId === ship.id)
    const used = new Set<MinedCoin>(['BTC', ...groups.map(({ coin }) => coin)])
    for (const { coin, day } of ofScope) if (day >= fromDay && day <= toDay) used.add(coin)
    const mined = [...used]
    const [figures, centsPerCoin] = await Promise.all([
      estimates.figures(mined, fromDay, toDay),
      prices(mined, query.pricedBefore),
    ])
    const span = { controllerIds, fromDay, toDay, groups }
    const steps = stepsFor(groups.reduce((sum, { miners }) => sum + miners, 0))
    const present = (
      cell: Cell | null,
      row: Pick<RevenueRow, 'period' | 'coin' | 'shipId' | 'minerId' | 'name' | 'receivedSat'>,
    ) => presentRow(cell, row, centsPerCoin.get(row.coin) ?? null)
    const inputs = presentInputs(figures)

    if (by === 'miner') {
      const [cells, miners] = await Promise.all([
        estimates.byMiner(span, steps, figures),
        listNamedMiners(db, controllerIds),
      ])
      const rows = steps.labels.flatMap((period, step) =>
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
      return { rows, inputs, steps }
    }

    const cells = await estimates.byShip(span, steps, figures, by === 'ship')
    const received = receivedOf(ofScope, { fromDay, toDay, steps, byShip: by === 'ship' })
    const hasUnassigned =
      ship === null && (cells.scopes.has('') || received.scopes.has('') || ships.length === 0)
    const scopes =
      by === 'total'
        ? [{ id: '', shipId: ship?.id ?? null, name: ship?.name ?? null }]
        : [
            ...(ship === null ? ships : [ship]).map(({ id, name }) => ({ id, shipId: id, name })),
            ...(hasUnassigned ? [{ id: '', shipId: null, name: null }] : []),
          ]
    const rows = steps.labels.flatMap((period, step) =>
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
    return { rows, inputs, steps }
  }

  return {
    balanceSat: (userId: string) => readBalance(db, userId).then(({ balanceSat }) => balanceSat),
    rowsOf,

    async analysis(
      userId: string,
      query: { period: RevenuePeriod; by: 'total' | 'ship' | 'miner'; shipId?: string | undefined },
    ) {
      const { fromDay, toDay } = periodDays(query.period, clock())
      const fine = query.period === '12m' ? monthSteps(fromDay, toDay) : daySteps(fromDay, toDay)
      const { rows, inputs, steps } = await rowsOf(userId, { ...query, fromDay, toDay }, (miners) => {
        if (query.by !== 'miner') return fine
        const coarse = fine.labels.length > 31 ? monthSteps(fromDay, toDay) : fine
        return miners * coarse.labels.length > mostMinerRows ? wholeSpan(fromDay, toDay) : coarse
      })
      const network = await deps.networkInputs()
      return { stepDays: steps.stepDays, rows, inputs, split: { ...revenueSplit }, network }
    },

    async summary(userId: string) {
      const today = utcDay(clock())
      const fromDay = `${today.slice(0, 7)}-01`
      const controllerIds = (await listOwnedControllers(db, userId)).map(({ id }) => id)
      const [groups, totals, balance, receipts, payouts, network] = await Promise.all([
        estimates.pools(userId, controllerIds),
        sumReceipts(db, userId),
        readBalance(db, userId),
        listReceipts(db, userId, listed),
        listPayouts(db, userId, listed),
        deps.networkInputs(),
      ])
      const mined = [
        ...new Set<MinedCoin>(['BTC', ...groups.map(({ coin }) => coin), ...totals.map(({ coin }) => coin)]),
      ]
      const figures = await estimates.figures(mined, fromDay, today)
      const span = { controllerIds, fromDay, toDay: today, groups }
      const [month, day, centsPerCoin] = await Promise.all([
        estimates.byShip(span, wholeSpan(fromDay, today), figures, false),
        estimates.byShip({ ...span, fromDay: today }, wholeSpan(today, today), figures, false),
        prices(mined),
      ])
      const earned = (cells: typeof month, coin: MinedCoin) =>
        presentEarnings(cells.find('', 0, coin), centsPerCoin.get(coin) ?? null)
      const receivedSat = (coin: MinedCoin) =>
        totals.reduce((sum, row) => sum + (row.coin === coin ? row.amountSat : 0), 0)
      const other = mined.filter((coin) => coin !== 'BTC')
      return {
        today: earned(day, 'BTC'),
        month: earned(month, 'BTC'),
        split: { ...revenueSplit },
        ...balance,
        receipts: receipts.map(presentReceipt),
        payouts: payouts.map(presentPayout),
        network,
        coins: other.map((coin): CoinEstimate => {
          const input = [...(figures.get(coin)?.values() ?? [])].at(-1)?.input
          return {
            coin,
            today: earned(day, coin),
            month: earned(month, coin),
            receivedSat: receivedSat(coin),
            difficulty: input?.difficulty ?? null,
            source: input?.source ?? null,
            observedAt: input?.observedAt ?? null,
            centsPerCoin: centsPerCoin.get(coin) ?? null,
          }
        }),
      }
    },
  }
}

export type Balance = {
  receivedSat: number
  receivedByOwnerSat: number
  ownerShareSat: number
  paidOutSat: number
  balanceSat: number | null
}

/** Bitcoin received and paid out, up to a moment (not including it). */
export async function readBalance(db: Queryable, userId: string, before?: Date): Promise<Balance> {
  const [totals, paidOutSat] = await Promise.all([
    sumReceipts(db, userId, before),
    sumPayouts(db, userId, before),
  ])
  const received = (paidTo: 'provider' | 'owner') =>
    totals.find((row) => row.coin === 'BTC' && row.paidTo === paidTo)?.amountSat ?? 0
  const moved = {
    receivedByProviderSat: received('provider'),
    receivedByOwnerSat: received('owner'),
    paidOutSat,
  }
  const receivedSat = moved.receivedByProviderSat + moved.receivedByOwnerSat
  return {
    receivedSat,
    receivedByOwnerSat: moved.receivedByOwnerSat,
    ownerShareSat: splitRevenue(receivedSat).ownerSat,
    paidOutSat,
    balanceSat: ownerBalance(moved),
  }
}

export function presentReceipt(row: ReceiptRow): Receipt {
  const { id, at, coin, amountSat, source, paidTo, reference, shipId } = row
  return { id: String(id), at: at.getTime(), coin, amountSat, source, paidTo, reference, shipId }
}

function presentPayout({ id, paidAt, amountSat, txid, note }: PayoutRow): Payout {
  return { id: String(id), at: paidAt.getTime(), amountSat, txid, note }
}

function presentEarnings(cell: Cell | null, centsPerCoin: number | null): Earnings | null {
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

export function daySteps(fromDay: string, toDay: string): Steps {
  return stepsBy(daysBetween(fromDay, toDay), (day) => day, 1)
}
function monthSteps(fromDay: string, toDay: string): Steps {
  return stepsBy(daysBetween(fromDay, toDay), (day) => day.slice(0, 7), null)
}
/** One step that is the whole span. */
export function wholeSpan(fromDay: string, toDay: string): Steps {
  const days = daysBetween(fromDay, toDay)
  return stepsBy(days, () => `${fromDay}/${toDay}`, days.length)
}
function stepsBy(days: readonly string[], labelOf: (day: string) => string, stepDays: number | null): Steps {
  const labels = [...new Set(days.map(labelOf))]
  const indexOf = new Map(labels.map((label, index) => [label, index]))
  return { labels, stepDays, stepOf: (day) => indexOf.get(labelOf(day)) ?? 0 }
}
