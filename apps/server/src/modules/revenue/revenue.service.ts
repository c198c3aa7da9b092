import type { CoinEstimate, Payout, Receipt } from '@shipminer/contract/revenue'
import { ownerBalance } from '@shipminer/domain/revenue/balance'
import type { MinedCoin } from '@shipminer/domain/revenue/pool-coin'
import { periodDays, type RevenuePeriod } from '@shipminer/domain/revenue/revenue-periods'
import { revenueSplit, splitRevenue } from '@shipminer/domain/revenue/split'
import { safeTotal } from '@shipminer/domain/safe-whole'
import { startOfDay } from '@shipminer/domain/time-zone'
import { bindTo } from '../../platform/bind-to.ts'
import type { Queryable } from '../../platform/db/store.ts'
import { dayIn } from '../../platform/time.ts'
import { readAccountZone } from '../ships/ships.port.ts'
import { estimateByShip, listPoolGroups, readFigures } from './estimates.service.ts'
import {
  listPayouts,
  listReceipts,
  type PayoutRow,
  type ReceiptRow,
  sumPayouts,
  sumReceipts,
} from './imports/receipts.repository.ts'
import { presentEarnings, type RevenueDeps, readPrices, readRows } from './revenue-rows.service.ts'
import { daySteps, monthSteps, wholeSpan } from './revenue-terms.ts'
import { listOwnedControllers, listOwnedShips } from './scope.repository.ts'

/** Maximum rows of an answer miner by miner; beyond it the answer covers whole spans instead. */
const mostMinerRows = 5_000
const listed = 500

export type Revenue = ReturnType<typeof createRevenue>

/** Estimates and what was really received, of one owner. What belongs to others does not exist. */
export function createRevenue(deps: RevenueDeps) {
  return {
    balanceSat: (userId: string) => readBalance(deps.store.db, userId).then(({ balanceSat }) => balanceSat),
    ...bindTo(deps, { rowsOf: readRows, analysis: readAnalysis, summary: readSummary }),
  }
}

async function readAnalysis(
  deps: RevenueDeps,
  userId: string,
  query: { period: RevenuePeriod; by: 'total' | 'ship' | 'miner'; shipId?: string | undefined },
) {
  const { fromDay, toDay } = periodDays(query.period, await readToday(deps, userId, query.shipId))
  const fine = query.period === '12m' ? monthSteps(fromDay, toDay) : daySteps(fromDay, toDay)
  const { rows, inputs, steps } = await readRows(deps, userId, { ...query, fromDay, toDay }, (miners) => {
    if (query.by !== 'miner') return fine
    const coarse = fine.labels.length > 31 ? monthSteps(fromDay, toDay) : fine
    return miners * coarse.labels.length > mostMinerRows ? wholeSpan(fromDay, toDay) : coarse
  })
  const network = await deps.networkInputs()
  return { stepDays: steps.stepDays, rows, inputs, split: { ...revenueSplit }, network }
}

/** Today on a ship; of all together that of the ship where it is latest, so that no day that has begun is missing. */
async function readToday({ store, clock }: RevenueDeps, userId: string, shipId?: string): Promise<string> {
  const [ships, account] = await Promise.all([
    listOwnedShips(store.db, userId),
    readAccountZone(store.db, userId),
  ])
  const zones = ships.flatMap(({ id, timeZone }) => (shipId === undefined || id === shipId ? timeZone : []))
  const days = (zones.length === 0 ? [account] : zones).map((zone) => dayIn(zone, clock()))
  return days.toSorted().at(-1) ?? dayIn(account, clock())
}

async function readSummary(deps: RevenueDeps, userId: string) {
  const today = await readToday(deps, userId)
  const fromDay = `${today.slice(0, 7)}-01`
  const controllerIds = (await listOwnedControllers(deps.store.db, userId)).map(({ id }) => id)
  const [groups, totals, balance, receipts, payouts, network] = await Promise.all([
    listPoolGroups(deps, userId, controllerIds),
    sumReceipts(deps.store.db, userId),
    readBalance(deps.store.db, userId),
    listReceipts(deps.store.db, userId, listed),
    listPayouts(deps.store.db, userId, listed),
    deps.networkInputs(),
  ])
  const mined = [
    ...new Set<MinedCoin>(['BTC', ...groups.map(({ coin }) => coin), ...totals.map(({ coin }) => coin)]),
  ]
  const figures = await readFigures(deps, mined, fromDay, today)
  const span = { controllerIds, fromDay, toDay: today, groups }
  const now = deps.clock()
  const monthFrom = startOfDay(await readAccountZone(deps.store.db, userId), fromDay)
  const [month, day, centsPerCoin, fuel] = await Promise.all([
    estimateByShip(deps, span, wholeSpan(fromDay, today), figures, false),
    estimateByShip(deps, { ...span, fromDay: today }, wholeSpan(today, today), figures, false),
    readPrices(deps, mined),
    deps.ownersFuel(userId, monthFrom, now),
  ])
  const presentEarned = (cells: typeof month, coin: MinedCoin) =>
    presentEarnings(cells.find('', 0, coin), centsPerCoin.get(coin) ?? null)
  const receivedSat = (coin: MinedCoin) =>
    totals.reduce((sum, row) => sum + (row.coin === coin ? row.amountSat : 0), 0)
  const other = mined.filter((coin) => coin !== 'BTC')
  return {
    today: presentEarned(day, 'BTC'),
    month: presentEarned(month, 'BTC'),
    fuel: { from: monthFrom, to: now, ...fuel.total },
    split: { ...revenueSplit },
    ...balance,
    receipts: receipts.map(presentReceipt),
    payouts: payouts.map(presentPayout),
    network,
    coins: other.map((coin): CoinEstimate => {
      const input = [...(figures.get(coin)?.values() ?? [])].at(-1)?.input
      return {
        coin,
        today: presentEarned(day, coin),
        month: presentEarned(month, coin),
        receivedSat: receivedSat(coin),
        difficulty: input?.difficulty ?? null,
        source: input?.source ?? null,
        observedAt: input?.observedAt ?? null,
        centsPerCoin: centsPerCoin.get(coin) ?? null,
      }
    }),
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
  const sumPaidTo = (paidTo: 'provider' | 'owner') =>
    totals.find((row) => row.coin === 'BTC' && row.paidTo === paidTo)?.amountSat ?? 0
  const moved = {
    receivedByProviderSat: sumPaidTo('provider'),
    receivedByOwnerSat: sumPaidTo('owner'),
    paidOutSat,
  }
  const receivedSat = safeTotal([moved.receivedByProviderSat, moved.receivedByOwnerSat])
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

export function presentPayout({ id, paidAt, amountSat, txid, note }: PayoutRow): Payout {
  return { id: String(id), at: paidAt.getTime(), amountSat, txid, note }
}
