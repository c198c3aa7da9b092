import type {
  Alert,
  Controller,
  DeviceStats,
  Earnings,
  Miner,
  NetworkInputs,
  OverviewSummary,
  PerformancePoint,
} from '@shipminer/contract/mining'
import { difficultyOfHashes, satPerDifficulty } from '@shipminer/domain/earnings'
import { fleetTotals, minerStatus } from '@shipminer/domain/freshness'
import { soloOdds } from '@shipminer/domain/network'
import { guessPool, poolHost } from '@shipminer/domain/revenue/pool-coin'
import type { Store } from '../../platform/db/store.ts'
import { utcDay } from '../../platform/time.ts'
import { type Market, readNetworkInputs } from '../market/market.port.ts'
import type { SeriesPoint, TelemetrySeries } from '../telemetry/telemetry.port.ts'
import { presentOverview } from './fleet.port.ts'
import {
  addEarnings,
  type DescribePool,
  parseDetail,
  presentController,
  presentEarnings,
  presentLive,
  presentMiner,
} from './fleet.presenter.ts'
import {
  type FleetMinerRow,
  findOwnedMiner,
  listAwaySpans,
  listControllers,
  listMiners,
  sumEarnings,
} from './fleet.repository.ts'

export type FleetDeps = {
  store: Store
  market: Market
  series: TelemetrySeries
  /** Open alerts, newest first. */
  openAlerts: (ownerId: string) => Promise<Alert[]>
  /** What is written down about an owner's pools; their names alone by default. */
  describePools?: (ownerId: string) => Promise<DescribePool>
  clock: () => number
  offlineAfterMs: number
  poolFeeBasisPoints: number
}

/** Above so many miners a list carries no trends: a page shows a table then. */
const trendUpTo = 12
const trendStepSeconds = 1_800
/** How long the sums of a month are good enough for a page that shows totals. */
const earningsCacheMs = 15_000

type MinerEarnings = Map<number, { today: Earnings | null; month: Earnings | null }>

export type Fleet = ReturnType<typeof createFleet>

/** Reads of an owner's fleet. Every method takes the owner; what is not theirs does not exist. */
export function createFleet(deps: FleetDeps) {
  const { store, market, series, clock, offlineAfterMs } = deps
  const describePools =
    deps.describePools ?? (async (): Promise<DescribePool> => (poolUrl) => guessPool(poolHost(poolUrl)))
  const earningsCache = new Map<string, { at: number; value: Promise<MinerEarnings> }>()

  async function controllers(ownerId: string): Promise<Controller[]> {
    const now = clock()
    return (await listControllers(store.db, ownerId)).map((row) => presentController(row, now))
  }

  async function minerEarnings(
    ownerId: string,
    controllerIds: readonly string[],
    minerId?: number,
  ): Promise<MinerEarnings> {
    const today = utcDay(clock())
    const [networkDays, price, describePool] = await Promise.all([
      market.networkByDay(`${today.slice(0, 7)}-01`, today),
      market.price(),
      describePools(ownerId),
    ])
    const days = [...networkDays].map(([day, network]) => {
      const worth = satPerDifficulty(network, deps.poolFeeBasisPoints) ?? 0
      return { day, satPerMilli: worth / 1000, satPerGh: difficultyOfHashes(1) * worth }
    })
    const rows = await sumEarnings(store.db, controllerIds, days, minerId)
    return new Map(
      rows.map((row) => [row.minerId, presentEarnings(row, price?.centsPerBtc ?? null, describePool)]),
    )
  }

  function cachedEarnings(ownerId: string, controllerIds: readonly string[]): Promise<MinerEarnings> {
    const key = `${ownerId} ${controllerIds.join(' ')}`
    const known = earningsCache.get(key)
    if (known && clock() - known.at < earningsCacheMs) return known.value
    const value = minerEarnings(ownerId, controllerIds)
    earningsCache.set(key, { at: clock(), value })
    if (earningsCache.size > 1_000) earningsCache.delete(earningsCache.keys().next().value as string)
    value.catch(() => earningsCache.delete(key))
    return value
  }

  async function trends(rows: readonly FleetMinerRow[]): Promise<Map<number, (number | null)[]>> {
    if (rows.length > trendUpTo) return new Map()
    const stepMs = trendStepSeconds * 1000
    const to = Math.floor(clock() / stepMs) * stepMs + stepMs
    const from = to - 86_400_000
    const lists = await Promise.all(
      rows.map((row) =>
        series.miner({
          controllerId: row.controllerId,
          minerId: row.id,
          from,
          to,
          stepSeconds: trendStepSeconds,
        }),
      ),
    )
    return new Map(
      rows.map((row, index) => {
        const byStep = new Map(lists[index]?.map((point) => [point.at, meanThs(point)]))
        return [row.id, Array.from({ length: 48 }, (_, step) => byStep.get(from + step * stepMs) ?? null)]
      }),
    )
  }

  async function miners(ownerId: string): Promise<{ miners: Miner[]; controllers: Controller[] }> {
    const owned = await controllers(ownerId)
    const byId = new Map(owned.map((controller) => [controller.id, controller]))
    const controllerIds = [...byId.keys()]
    const now = clock()
    const [rows, earnings, describePool] = await Promise.all([
      listMiners(store.db, { controllerIds, withDetail: true, today: utcDay(now) }),
      cachedEarnings(ownerId, controllerIds),
      describePools(ownerId),
    ])
    const trendOf = await trends(rows)
    return {
      controllers: owned,
      miners: rows.flatMap((row) => {
        const controller = byId.get(row.controllerId)
        if (!controller) return []
        return [
          presentMiner(row, {
            now,
            describePool,
            offlineAfterMs,
            controller,
            earnings: earnings.get(row.id) ?? null,
            trend: trendOf.get(row.id) ?? null,
          }),
        ]
      }),
    }
  }

  async function totalEarnings(ownerId: string): Promise<{ today: Earnings | null; month: Earnings | null }> {
    const ids = (await listControllers(store.db, ownerId)).map((row) => row.id)
    const [earnings, price] = await Promise.all([cachedEarnings(ownerId, ids), market.price()])
    const parts = [...earnings.values()]
    return {
      today: addEarnings(
        parts.map((part) => part.today),
        price?.centsPerBtc ?? null,
      ),
      month: addEarnings(
        parts.map((part) => part.month),
        price?.centsPerBtc ?? null,
      ),
    }
  }

  return {
    controllers,
    miners,
    alerts: deps.openAlerts,
    earnings: totalEarnings,

    async liveMiners(controllerId: string, receivedSince: number | null) {
      const rows = await listMiners(store.db, {
        controllerIds: [controllerId],
        withDetail: false,
        today: utcDay(clock()),
        ...(receivedSince === null ? {} : { receivedSince: new Date(receivedSince) }),
      })
      return rows.map((row) => ({ ...presentLive(row), controllerId }))
    },

    async dashboard(
      ownerId: string,
    ): Promise<{ summary: OverviewSummary; alerts: Alert[]; network: NetworkInputs }> {
      const owned = await controllers(ownerId)
      const pollIntervals = new Map(owned.map((controller) => [controller.id, controller.pollIntervalMs]))
      const now = clock()
      const [rows, alerts, earnings, network] = await Promise.all([
        listMiners(store.db, {
          controllerIds: [...pollIntervals.keys()],
          withDetail: false,
          today: utcDay(now),
        }),
        deps.openAlerts(ownerId),
        totalEarnings(ownerId),
        readNetworkInputs(market, deps.poolFeeBasisPoints),
      ])
      const totals = fleetTotals(
        rows.map((row) =>
          presentMember(row, now, pollIntervals.get(row.controllerId) ?? 30_000, offlineAfterMs),
        ),
      )
      return {
        alerts,
        network,
        summary: presentOverview(totals, earnings, alerts.length),
      }
    },

    /** One miner with its details and means over a period of so many seconds; null when it is not the owner's. */
    async minerStats(
      ownerId: string,
      minerId: number,
      period: string,
      periodSeconds: number,
    ): Promise<DeviceStats | null> {
      const owned = await findOwnedMiner(store.db, ownerId, minerId)
      if (!owned) return null
      const now = clock()
      const [row] = await listMiners(store.db, {
        controllerIds: [owned.controllerId],
        minerId,
        withDetail: true,
        today: utcDay(now),
      })
      const controller = (await controllers(ownerId)).find((candidate) => candidate.id === owned.controllerId)
      if (!row || !controller) return null
      const stepSeconds = stepFor(periodSeconds)
      const [earnings, describePool, trendOf, network, points] = await Promise.all([
        minerEarnings(ownerId, [owned.controllerId], minerId),
        describePools(ownerId),
        trends([row]),
        market.network(),
        series.miner({
          controllerId: owned.controllerId,
          minerId,
          from: now - periodSeconds * 1000,
          to: now + 1,
          stepSeconds,
        }),
      ])
      const miner = presentMiner(row, {
        now,
        describePool,
        offlineAfterMs,
        controller,
        earnings: earnings.get(minerId) ?? null,
        trend: trendOf.get(minerId) ?? null,
      })
      const detail = parseDetail(row)
      const mean = meanOf(points)
      const ghs = row.hashrateGhs
      return {
        device_id: String(minerId),
        period,
        hashrate: mean.hashrateThs,
        power_consumption: mean.powerWatts,
        miner,
        detail,
        odds:
          miner.solo === true && describePool(miner.poolUrl).coin === 'BTC' && ghs !== null
            ? {
                probabilityDay: soloOdds(ghs, network.difficulty, 1).probability,
                probabilityYear: soloOdds(ghs, network.difficulty, 365.25).probability,
                meanYears: years(soloOdds(ghs, network.difficulty, 1).meanDays),
                bestShareDifficulty: detail?.bestShareDifficulty ?? null,
                blocksFound: detail?.blocksFound ?? null,
              }
            : null,
      }
    },

    /** A chart of one miner; null when it is not the owner's. Steps without a sample are left out. */
    async performance(
      ownerId: string,
      minerId: number,
      hours: number,
    ): Promise<{
      stepSeconds: number
      points: PerformancePoint[]
      backfilled: { from: number; to: number }[]
    } | null> {
      const owned = await findOwnedMiner(store.db, ownerId, minerId)
      if (!owned) return null
      const stepSeconds = stepFor(hours * 3600)
      const to = clock() + 1
      const from = to - hours * 3_600_000
      const [points, away] = await Promise.all([
        series.miner({ controllerId: owned.controllerId, minerId, from, to, stepSeconds }),
        listAwaySpans(store.db, owned.controllerId, new Date(from), new Date(to)),
      ])
      return {
        stepSeconds,
        backfilled: away.map(({ fromAt, toAt }) => ({ from: fromAt.getTime(), to: toAt.getTime() })),
        points: points.map((point) => ({
          at: point.at,
          hashrateThs: meanThs(point),
          powerWatts: point.powerSeconds > 0 ? Math.round(point.energyJ / point.powerSeconds) : null,
          temperatureMaxC: point.tempMaxDc === null ? null : point.tempMaxDc / 10,
          acceptedShares: point.accepted,
          rejectedShares: point.rejected,
          coverage: Math.min(1, point.seconds / stepSeconds),
        })),
      }
    },

    /** Means of each of the owner's miners over so many seconds; of one when it is named, null when that is not theirs. */
    async stats(ownerId: string, periodSeconds: number, minerId?: number) {
      const controllerIds = (await controllers(ownerId)).map(({ id }) => id)
      const now = clock()
      const [rows, sums] = await Promise.all([
        listMiners(store.db, {
          controllerIds,
          withDetail: false,
          today: utcDay(now),
          ...(minerId === undefined ? {} : { minerId }),
        }),
        series.minerSums({ controllerIds, from: now - periodSeconds * 1000, to: now + 1 }),
      ])
      if (minerId !== undefined && rows.length === 0) return null
      const byMiner = new Map(sums.map((sum) => [sum.minerId, sum]))
      return rows.map(({ id }) => {
        const sum = byMiner.get(id)
        return {
          device_id: String(id),
          hashrate: sum && sum.hashrateSeconds > 0 ? sum.hashGh / sum.hashrateSeconds / 1000 : null,
          power_consumption: sum && sum.powerSeconds > 0 ? Math.round(sum.energyJ / sum.powerSeconds) : null,
        }
      })
    },

    /** Latest totals of some of the owner's controllers, and which miners they have. */
    async shipValues(ownerId: string, controllerIds: readonly string[]) {
      const pollIntervals = new Map(
        (await controllers(ownerId)).map(({ id, pollIntervalMs }) => [id, pollIntervalMs]),
      )
      const now = clock()
      const rows = await listMiners(store.db, {
        controllerIds: controllerIds.filter((id) => pollIntervals.has(id)),
        withDetail: false,
        today: utcDay(now),
      })
      const totals = fleetTotals(
        rows.map((row) =>
          presentMember(row, now, pollIntervals.get(row.controllerId) ?? 30_000, offlineAfterMs),
        ),
      )
      return {
        minerIds: rows.map(({ id }) => String(id)),
        online: totals.online,
        hashrateThs: totals.hashrateGhs === null ? null : totals.hashrateGhs / 1000,
        powerWatts: totals.powerWatts,
      }
    },

    /** Expected earnings of some controllers over whole UTC days, satoshi; null where nothing is known. */
    async earnedSat(controllerIds: readonly string[], from: number, to: number): Promise<number | null> {
      const [fromDay, toDay] = [utcDay(from), utcDay(to)]
      const [days, networkDays] = await Promise.all([
        series.days({ controllerIds, fromDay, toDay }),
        market.networkByDay(fromDay, toDay),
      ])
      return days.reduce<number | null>((sum, day) => {
        const network = networkDays.get(day.day)
        const worth = network ? satPerDifficulty(network, deps.poolFeeBasisPoints) : null
        if (worth === null) return sum
        const shares = day.difficultyN > 0 ? ((day.difficultyMilli ?? 0) / 1000) * worth : 0
        const blind = difficultyOfHashes(day.blindHashGh) * worth
        return day.difficultyN > 0 || day.hashrateSeconds > 0 ? (sum ?? 0) + shares + blind : sum
      }, null)
    },
  }
}

/** Chart step for a span: at most about 340 points up to 30 days, then one a day. Seconds. */
export function stepFor(spanSeconds: number): number {
  if (spanSeconds <= 26 * 3600) return 300
  if (spanSeconds <= 8 * 86_400) return 1_800
  if (spanSeconds <= 32 * 86_400) return 7_200
  return 86_400
}

function meanThs(point: SeriesPoint): number | null {
  return point.hashrateSeconds > 0 ? point.hashGh / point.hashrateSeconds / 1000 : null
}

function meanOf(points: readonly SeriesPoint[]): { hashrateThs: number | null; powerWatts: number | null } {
  const sum = (pick: (point: SeriesPoint) => number) =>
    points.reduce((total, point) => total + pick(point), 0)
  const hashrateSeconds = sum((point) => point.hashrateSeconds)
  const powerSeconds = sum((point) => point.powerSeconds)
  return {
    hashrateThs: hashrateSeconds > 0 ? sum((point) => point.hashGh) / hashrateSeconds / 1000 : null,
    powerWatts: powerSeconds > 0 ? Math.round(sum((point) => point.energyJ) / powerSeconds) : null,
  }
}

function years(days: number | null): number | null {
  return days === null ? null : days / 365.25
}

function presentMember(row: FleetMinerRow, now: number, pollIntervalMs: number, offlineAfterMs: number) {
  return {
    status: minerStatus({ sampledAt: row.sampledAt?.getTime() ?? null, now, pollIntervalMs, offlineAfterMs }),
    hashrateGhs: row.hashrateGhs,
    powerWatts: row.powerWatts,
    temperatureDeciC: row.temperatureDc,
  }
}
