import type { RevenueInput } from '@shipminer/contract/revenue'
import type { MinedCoin } from '@shipminer/domain/revenue/pool-coin'
import { daysBetween } from '@shipminer/domain/revenue/revenue-periods'
import type { Store } from '../../platform/db/store.ts'
import type { CoinMarket } from '../market/coins.port.ts'
import type { Market } from '../market/market.port.ts'
import { countPools, listPoolProfiles } from '../pools/pools.port.ts'
import {
  addWork,
  type Cell,
  emptyCell,
  type Figures,
  groupPools,
  type PoolGroup,
  subtractWork,
} from './revenue.policy.ts'
import type { Steps, WorkSums } from './revenue-terms.ts'
import { readMinerWork, readShipDays, type ShipDayWork } from './work.repository.ts'

export type EstimateDeps = {
  store: Store
  market: Market
  coins: CoinMarket
  poolFeeBasisPoints: number
}

/* Expected value of work, from the sums that telemetry keeps. Nothing here is rounded. */

export type Span = {
  controllerIds: readonly string[]
  fromDay: string
  toDay: string
  groups: readonly PoolGroup[]
}

/** Cells by scope (a ship's or miner's id, or the empty string), step and coin. */
export type Cells = {
  scopes: ReadonlySet<string>
  find(scope: string, step: number, coin: MinedCoin): Cell | null
}
type OpenCells = Cells & { at(scope: string, step: number, coin: MinedCoin): Cell }

function createCells(): OpenCells {
  const cells = new Map<string, Cell>()
  const scopes = new Set<string>()
  const find = (scope: string, step: number, coin: MinedCoin) => cells.get(`${scope} ${step} ${coin}`) ?? null
  return {
    scopes,
    find,
    at(scope, step, coin) {
      const cell = find(scope, step, coin) ?? emptyCell()
      cells.set(`${scope} ${step} ${coin}`, cell)
      scopes.add(scope)
      return cell
    },
  }
}

type CoinFigures = { figures: Figures | null; input: Omit<RevenueInput, 'fromDay'> }
export type FiguresByCoin = Map<MinedCoin, Map<string, CoinFigures>>

/** The pools that miners use now, by coin, mode and fee. Each miner's present pool is assumed for all of its past. */
export async function listPoolGroups(
  deps: EstimateDeps,
  userId: string,
  controllerIds: readonly string[],
): Promise<PoolGroup[]> {
  const [pools, profiles] = await Promise.all([
    countPools(deps.store.db, controllerIds),
    listPoolProfiles(deps.store.db, userId),
  ])
  return groupPools(pools, profiles, deps.poolFeeBasisPoints)
}

export async function readFigures(
  deps: EstimateDeps,
  mined: readonly MinedCoin[],
  fromDay: string,
  toDay: string,
): Promise<FiguresByCoin> {
  const read = (coin: MinedCoin) =>
    coin === 'BTC' ? readBitcoin(deps, fromDay, toDay) : readCoin(deps, coin, fromDay, toDay)
  return new Map(await Promise.all(mined.map(async (coin) => [coin, await read(coin)] as const)))
}

/** For all ships together (the empty scope), or ship by ship (its id; the empty scope is for controllers without a ship). */
export async function estimateByShip(
  deps: EstimateDeps,
  span: Span,
  steps: Steps,
  figures: FiguresByCoin,
  byShip: boolean,
): Promise<Cells> {
  const cells = createCells()
  for (const { work, group } of await readWorkByDay(deps, span, byShip)) {
    const worth = figures.get(group.coin)?.get(work.day)?.figures ?? null
    const reward = BigInt(worth?.rewardSat ?? 0)
    addWork(
      cells.at(work.shipId ?? '', steps.stepOf(work.day), group.coin),
      {
        ...work,
        milliReward: work.difficultyMilli * reward,
        ghReward: work.blindHashGh * reward,
        figures: worth,
      },
      group,
    )
  }
  return cells
}

/** Miner by miner, keyed by its id. */
export async function estimateByMiner(
  deps: EstimateDeps,
  span: Span,
  steps: Steps,
  figures: FiguresByCoin,
): Promise<Cells> {
  const cells = createCells()
  const miners = span.groups.reduce((sum, group) => sum + group.miners, 0)
  for (const group of span.groups) {
    const ofCoin = figures.get(group.coin) ?? new Map<string, CoinFigures>()
    const difficulties = [...new Set([...ofCoin.values()].map((day) => day.figures?.difficulty ?? null))]
    const days = daysBetween(span.fromDay, span.toDay).map((day) => {
      const worth = ofCoin.get(day)?.figures ?? null
      return {
        day,
        step: steps.stepOf(day),
        figures: worth ? difficulties.indexOf(worth.difficulty) : null,
        rewardSat: worth?.rewardSat ?? 0,
      }
    })
    for (const work of await readMinerWork(deps.store.db, {
      ...span,
      poolUrls: group.poolUrls,
      days,
      miners,
    })) {
      const difficulty = work.figures === null ? null : (difficulties[work.figures] ?? null)
      addWork(
        cells.at(String(work.minerId), work.step, group.coin),
        { ...work, figures: difficulty === null ? null : { difficulty } },
        group,
      )
    }
  }
  return cells
}

async function readBitcoin(
  deps: EstimateDeps,
  fromDay: string,
  toDay: string,
): Promise<Map<string, CoinFigures>> {
  const days = await deps.market.networkByDay(fromDay, toDay)
  const seen = new Map<object, CoinFigures>()
  return new Map(
    [...days].map(([day, network]) => {
      const known = seen.get(network) ?? {
        figures:
          network.difficulty > 0
            ? { difficulty: network.difficulty, rewardSat: network.subsidySat + network.feesSatPerBlock }
            : null,
        input: { coin: 'BTC' as const, ...network },
      }
      seen.set(network, known)
      return [day, known]
    }),
  )
}

async function readCoin(
  deps: EstimateDeps,
  coin: 'BCH' | 'BSV',
  fromDay: string,
  toDay: string,
): Promise<Map<string, CoinFigures>> {
  const days = await deps.coins.byDay(coin, fromDay, toDay)
  const unknown: CoinFigures = {
    figures: null,
    input: {
      coin,
      difficulty: null,
      blockHeight: null,
      subsidySat: null,
      feesSatPerBlock: null,
      source: null,
      observedAt: null,
      builtIn: false,
    },
  }
  const seen = new Map<object, CoinFigures>()
  return new Map(
    daysBetween(fromDay, toDay).map((day) => {
      const network = days.get(day)
      if (!network) return [day, unknown]
      const known = seen.get(network) ?? {
        figures: {
          difficulty: network.difficulty,
          rewardSat: network.subsidySat + (network.feesSatPerBlock ?? 0),
        },
        input: { coin, ...network, builtIn: false },
      }
      seen.set(network, known)
      return [day, known]
    }),
  )
}

/** Work by day; all miners except those at special pools in group 0, these in a group of their own. */
async function readWorkByDay(
  deps: EstimateDeps,
  span: Span,
  byShip: boolean,
): Promise<{ work: ShipDayWork; group: PoolGroup }[]> {
  const [base, ...others] = span.groups
  if (!base) return []
  const specialPools = others.flatMap(({ poolUrls }, index) =>
    poolUrls.map((poolUrl) => ({ poolUrl, index })),
  )
  const rows = await readShipDays(deps.store.db, { ...span, byShip, specialPools })
  const special = rows.filter((row) => row.special !== null)
  const specialByDay = Map.groupBy(special, ({ shipId, day }) => `${shipId} ${day}`)
  const rest = rows
    .filter((row) => row.special === null)
    .map((row) => {
      let left: WorkSums = row
      for (const part of specialByDay.get(`${row.shipId} ${row.day}`) ?? []) left = subtractWork(left, part)
      return { work: { ...row, ...left }, group: base }
    })
  return [...rest, ...special.map((row) => ({ work: row, group: others[row.special ?? 0] ?? base }))]
}

/** The figures of every coin, from the first day that each applies. */
export function presentInputs(figures: FiguresByCoin): RevenueInput[] {
  return [...figures.values()].flatMap((days) => {
    let last: CoinFigures | null = null
    return [...days].flatMap(([fromDay, day]) => {
      if (day === last) return []
      last = day
      return [{ ...day.input, fromDay }]
    })
  })
}
