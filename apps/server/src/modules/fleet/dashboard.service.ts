import type { Alert, Controller, NetworkInputs, OverviewSummary } from '@shipminer/contract/mining'
import { fleetTotals } from '@shipminer/domain/fleet/fleet-totals'
import { readNetworkInputs } from '../market/market.port.ts'
import { stateOfRow } from '../telemetry/telemetry.port.ts'
import { readEarnings } from './earnings.service.ts'
import type { FleetReads } from './fleet.deps.ts'
import { presentOverview } from './fleet.port.ts'
import { type FleetMinerRow, listMiners } from './fleet.repository.ts'
import { isLargeFleet, memberOf, readIndex } from './fleet-index.service.ts'
import { listOwnControllers } from './miners.service.ts'

export async function readDashboard(
  deps: FleetReads,
  ownerId: string,
): Promise<{ summary: OverviewSummary; alerts: Alert[]; network: NetworkInputs }> {
  const owned = await listOwnControllers(deps, ownerId)
  const [members, alerts, earnings, network] = await Promise.all([
    isLargeFleet(owned) ? membersOfIndex(deps, ownerId, owned) : readMembers(deps, owned),
    deps.openAlerts(ownerId),
    readEarnings(deps, ownerId),
    readNetworkInputs(deps.market, deps.poolFeeBasisPoints),
  ])
  return {
    alerts: alerts.worst,
    network,
    summary: presentOverview(fleetTotals(members), earnings, alerts.count),
  }
}

async function membersOfIndex(deps: FleetReads, ownerId: string, owned: readonly Controller[]) {
  const { miners } = await readIndex(deps, ownerId, owned)
  return [...miners.values()].map(memberOf)
}

async function readMembers(deps: FleetReads, owned: readonly Controller[]) {
  const now = deps.clock()
  const rows = await listMiners(deps.store.db, {
    controllerIds: owned.map(({ id }) => id),
    withDetail: false,
    now,
  })
  return rows.map((row) => presentMember(row, now, deps.offlineAfterMs))
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
