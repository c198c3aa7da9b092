import type { Alert, NetworkInputs, OverviewSummary } from '@shipminer/contract/mining'
import { fleetTotals } from '@shipminer/domain/fleet-totals'
import { readNetworkInputs } from '../market/market.port.ts'
import { stateOfRow } from '../telemetry/telemetry.port.ts'
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
  const now = deps.clock()
  const [rows, alerts, earnings, network] = await Promise.all([
    listMiners(deps.store.db, {
      controllerIds: owned.map(({ id }) => id),
      withDetail: false,
      now,
    }),
    deps.openAlerts(ownerId),
    readEarnings(deps, ownerId),
    readNetworkInputs(deps.market, deps.poolFeeBasisPoints),
  ])
  const totals = fleetTotals(rows.map((row) => presentMember(row, now, deps.offlineAfterMs)))
  return {
    alerts,
    network,
    summary: presentOverview(totals, earnings, alerts.length),
  }
}

/** Latest totals of some of the owner's controllers, and which miners they have. */
export async function readShipValues(deps: FleetReads, ownerId: string, controllerIds: readonly string[]) {
  const owned = new Set((await listOwnControllers(deps, ownerId)).map(({ id }) => id))
  const now = deps.clock()
  const rows = await listMiners(deps.store.db, {
    controllerIds: controllerIds.filter((id) => owned.has(id)),
    withDetail: false,
    now,
  })
  const totals = fleetTotals(rows.map((row) => presentMember(row, now, deps.offlineAfterMs)))
  return {
    minerIds: rows.map(({ id }) => String(id)),
    online: totals.online,
    hashrateThs: totals.hashrateGhs === null ? null : totals.hashrateGhs / 1000,
    powerWatts: totals.powerWatts,
  }
}

function presentMember(row: FleetMinerRow, now: number, offlineAfterMs: number) {
  return {
    state: stateOfRow(row, now, offlineAfterMs),
    hashrateGhs: row.hashrateGhs,
    powerWatts: row.powerWatts,
    temperatureDeciC: row.temperatureDc,
  }
}
