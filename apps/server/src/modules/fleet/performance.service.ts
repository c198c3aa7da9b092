import type { DeviceStats, PerformancePoint } from '@shipminer/contract/mining'
import { soloOdds } from '@shipminer/domain/calculator/network'
import { readMinerEarnings } from './earnings.service.ts'
import type { FleetReads } from './fleet.deps.ts'
import { parseDetail, presentMiner } from './fleet.presenter.ts'
import { findReadableMiner, listAwaySpans, listControllerIds, listMiners } from './fleet.repository.ts'
import { meanOf, meanThs } from './means.policy.ts'
import { listOwnControllers, readTrends } from './miners.service.ts'

/** One miner with its details and means over a period in seconds; null when it is not the owner's. */
export async function readMinerStats(
  deps: FleetReads,
  ownerId: string,
  minerId: number,
  period: string,
  periodSeconds: number,
): Promise<DeviceStats | null> {
  const owned = await findReadableMiner(deps.store.db, ownerId, minerId)
  if (!owned) return null
  const now = deps.clock()
  const [row] = await listMiners(deps.store.db, {
    controllerIds: [owned.controllerId],
    minerIds: [minerId],
    withDetail: true,
    now,
  })
  const controller = (await listOwnControllers(deps, ownerId)).find(
    (candidate) => candidate.id === owned.controllerId,
  )
  if (!row || !controller) return null
  const stepSeconds = stepFor(periodSeconds)
  const [earnings, describePool, trendOf, network, points] = await Promise.all([
    readMinerEarnings(deps, ownerId, [owned.controllerId], minerId),
    deps.describePools(ownerId),
    readTrends(deps, [row]),
    deps.market.network(),
    deps.series.miner({
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
    offlineAfterMs: deps.offlineAfterMs,
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
}

/** Values for a chart of one miner; null when it is not the owner's. Steps without a sample are left out. */
export async function readPerformance(
  deps: FleetReads,
  ownerId: string,
  minerId: number,
  hours: number,
): Promise<{
  stepSeconds: number
  points: PerformancePoint[]
  backfilled: { from: number; to: number }[]
} | null> {
  const owned = await findReadableMiner(deps.store.db, ownerId, minerId)
  if (!owned) return null
  const stepSeconds = stepFor(hours * 3600)
  const to = deps.clock() + 1
  const from = to - hours * 3_600_000
  const [points, away] = await Promise.all([
    deps.series.miner({ controllerId: owned.controllerId, minerId, from, to, stepSeconds }),
    listAwaySpans(deps.store.db, owned.controllerId, new Date(from), new Date(to)),
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
}

const trendStepSeconds = 900

/** The last 24 hours of the owner's fleet together, or of one of their ships. Another's ship is one without controllers. */
export async function readFleetTrends(deps: FleetReads, ownerId: string, shipId?: string) {
  const controllerIds = await listControllerIds(deps.store.db, ownerId, 'read', shipId)
  const to = deps.clock()
  const points = await deps.series.fleet({
    controllerIds,
    from: to - 86_400_000,
    to,
    stepSeconds: trendStepSeconds,
  })
  return {
    stepSeconds: trendStepSeconds,
    points: points.map((point) => ({
      at: point.at,
      hashrateThs: point.hashrateGhs === null ? null : point.hashrateGhs / 1000,
      powerWatts: point.powerWatts === null ? null : Math.round(point.powerWatts),
      temperatureMaxC: point.tempMaxDc === null ? null : point.tempMaxDc / 10,
    })),
  }
}

/** Means of each of the owner's miners over a period in seconds; of one when it is given, null when it is not theirs. */
export async function readMeans(deps: FleetReads, ownerId: string, periodSeconds: number, minerId?: number) {
  const controllerIds = (await listOwnControllers(deps, ownerId)).map(({ id }) => id)
  const now = deps.clock()
  const [rows, sums] = await Promise.all([
    listMiners(deps.store.db, {
      controllerIds,
      withDetail: false,
      now,
      ...(minerId === undefined ? {} : { minerIds: [minerId] }),
    }),
    deps.series.minerSums({ controllerIds, from: now - periodSeconds * 1000, to: now + 1 }),
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
}

export function stepFor(spanSeconds: number): number {
  if (spanSeconds <= 26 * 3600) return 300
  if (spanSeconds <= 8 * 86_400) return 1_800
  if (spanSeconds <= 32 * 86_400) return 7_200
  return 86_400
}

function years(days: number | null): number | null {
  return days === null ? null : days / 365.25
}
