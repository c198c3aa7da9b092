import type { LiveToClient } from '@shipminer/contract/live'
import type { Alert, Controller, Earnings, MinerLive, OverviewSummary } from '@shipminer/contract/mining'
import { fleetTotals } from '@shipminer/domain/fleet-totals'
import { agedState } from '@shipminer/domain/miner-state'
import { presentOverview } from '../fleet/fleet.port.ts'

/** A miner as the feed holds it: the live values and what its status depends on. */
export type FeedMiner = MinerLive & { controllerId: string }

/** What the live module needs of the fleet module. */
export type FleetReader = {
  controllers(userId: string): Promise<Controller[]>
  /** Live values of one controller's miners, all or only those received at or after a time (ms). */
  liveMiners(controllerId: string, receivedSince: number | null): Promise<FeedMiner[]>
  alerts(userId: string): Promise<Alert[]>
  earnings(userId: string): Promise<{ today: Earnings | null; month: Earnings | null }>
}

/** One owner's fleet in memory while it is being watched. */
export type FeedState = {
  controllers: Map<string, Controller>
  miners: Map<string, FeedMiner>
  alerts: Alert[]
  earnings: { today: Earnings | null; month: Earnings | null }
}

/** Totals of a feed at a moment: fresh values only, with how many knew each figure. */
export function feedSummary(feed: FeedState, now: number, offlineAfterMs: number): OverviewSummary {
  const totals = fleetTotals(
    [...feed.miners.values()].map((miner) => {
      const controller = feed.controllers.get(miner.controllerId)
      return {
        state: agedState(miner.minerState, {
          sampledAt: miner.sampledAt,
          now,
          pollIntervalMs: controller?.pollIntervalMs ?? 30_000,
          offlineAfterMs,
          isControllerSilent: controller?.status === 'silent',
        }),
        hashrateGhs: miner.hashrateThs === null ? null : Math.round(miner.hashrateThs * 1000),
        powerWatts: miner.powerWatts,
        temperatureDeciC: miner.temperatureC === null ? null : Math.round(miner.temperatureC * 10),
      }
    }),
  )
  const openAlerts = feed.alerts.filter((alert) => alert.status !== 'resolved').length
  return presentOverview(totals, feed.earnings, openAlerts)
}

/** Merges fresh rows; returns the miners that really changed, ready to send. */
export function mergeMiners(feed: FeedState, rows: readonly FeedMiner[]): MinerLive[] {
  const changed: MinerLive[] = []
  for (const row of rows) {
    const before = feed.miners.get(row.id)
    if (before && JSON.stringify(before) === JSON.stringify(row)) continue
    feed.miners.set(row.id, row)
    changed.push(toLive(row))
  }
  return changed
}

/** The whole feed as a first message. */
export function snapshotMessage(feed: FeedState, now: number, offlineAfterMs: number): LiveToClient {
  return {
    type: 'snapshot',
    serverTime: now,
    summary: feedSummary(feed, now, offlineAfterMs),
    controllers: [...feed.controllers.values()],
    miners: [...feed.miners.values()].map(toLive),
    alerts: feed.alerts,
  }
}

function toLive({ controllerId: _, ...live }: FeedMiner): MinerLive {
  return live
}
