import { guessPool, poolHost } from '@shipminer/domain/revenue/pool-coin'
import { bindTo } from '../../platform/bind-to.ts'
import { readDashboard, readShipValues } from './dashboard.service.ts'
import { readEarnings, sumEarnedSat } from './earnings.service.ts'
import type { FleetDeps, FleetReads } from './fleet.deps.ts'
import { forgetIndexes } from './fleet-index.service.ts'
import { matchFleet, readFleetPage } from './fleet-page.service.ts'
import { listLiveMiners, listOwnControllers, listOwnMiners } from './miners.service.ts'
import { readFleetTrends, readMeans, readMinerStats, readPerformance } from './performance.service.ts'

export type Fleet = ReturnType<typeof createFleet>

/** Reads of an owner's fleet. Each takes the owner; what does not belong to them does not exist. */
export function createFleet(
  deps: Omit<FleetDeps, 'describePools'> & Partial<Pick<FleetDeps, 'describePools'>>,
) {
  const reads: FleetReads = {
    describePools: async () => (poolUrl) => guessPool(poolHost(poolUrl)),
    ...deps,
    earningsCache: new Map(),
    indexes: new Map(),
  }
  return {
    alerts: deps.openAlerts,
    ...bindTo(reads, {
      controllers: listOwnControllers,
      miners: listOwnMiners,
      page: readFleetPage,
      match: matchFleet,
      forgetIndexes,
      liveMiners: listLiveMiners,
      earnings: readEarnings,
      earnedSat: sumEarnedSat,
      dashboard: readDashboard,
      shipValues: readShipValues,
      minerStats: readMinerStats,
      performance: readPerformance,
      stats: readMeans,
      trends: readFleetTrends,
    }),
  }
}
