import type { Alert, NetworkInputs, OverviewSummary } from '@shipminer/contract/mining'
import { fleetTotals, minerStatus } from '@shipminer/domain/freshness'
import { utcDay } from '../../platform/time.ts'
import { readNetworkInputs } from '../market/market.port.ts'
import { readEarnings } from './earnings.service.ts'
import type { FleetReads } from './fleet.deps.ts'
import { presentOverview } from './fleet.port.ts'
import { type FleetMinerRow, listMiners } from './fleet.repository.ts'
import { listOwnControllers } from './miners.service.ts'

export async function readDashboard(
  deps: FleetReads,
  ownerId: string,
): Promise<{ summary: OverviewSummary; alerts: Alert[]; network: NetworkInputs }> {
  const owned = await listOwnControllers(deps, ownerId)
  const pollIntervals = new Map(owned.map((controller) => [controller.id, controller.pollIntervalMs]))
  const now = deps.clock()
  const [rows, alerts, earnings, network] = await Promise.all([
    listMiners(deps.store.db, {
      controllerIds: [...pollIntervals.keys()],
      withDetail: false,
      today: utcDay(now),
    }),
    deps.openAlerts(ownerId),
    readEarnings(deps, ownerId),
    readNetworkInputs(deps.market, deps.poolFeeBasisPoints),
  ])
  const totals = fleetTotals(
    rows.map((row) =>
      presentMember(row, now, pollIntervals.get(row.controllerId) ?? 30_000, deps.offlineAfterMs),
    ),
  )
  return {
    alerts,
    network,
    summary: presentOverview(totals, earnings, alerts.length),
  }
}

/** Latest totals of some of the owner's controllers, and which miners they have. */
export async function readShipValues(deps: FleetReads, ownerId: string, controllerIds: readonly string[]) {
  const pollIntervals = new Map(
    (await listOwnControllers(deps, ownerId)).map(({ id, pollIntervalMs }) => [id, pollIntervalMs]),
  )
  const now = deps.clock()
  const rows = await listMiners(deps.store.db, {
    controllerIds: controllerIds.filter((id) => pollIntervals.has(id)),
    withDetail: false,
    today: utcDay(now),
  })
  const totals = fleetTotals(
    rows.map((row) =>
      presentMember(row, now, pollIntervals.get(row.controllerId) ?? 30_000, deps.offlineAfterMs),
    ),
  )
  return {
    minerIds: rows.map(({ id }) => String(id)),
    online: totals.online,
    hashrateThs: totals.hashrateGhs === null ? null : totals.hashrateGhs / 1000,
    powerWatts: totals.powerWatts,
  }
}

function presentMember(row: FleetMinerRow, now: number, pollIntervalMs: number, offlineAfterMs: number) {
  return {
    status: minerStatus({ sampledAt: row.sampledAt?.getTime() ?? null, now, pollIntervalMs, offlineAfterMs }),
    hashrateGhs: row.hashrateGhs,
    powerWatts: row.powerWatts,
    temperatureDeciC: row.temperatureDc,
  }
}
