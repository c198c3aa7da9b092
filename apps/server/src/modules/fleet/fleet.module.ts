import type { Context } from '../../platform/context.ts'
import type { Http } from '../../platform/module.ts'
import { openAlerts } from '../alerts/alerts.port.ts'
import type { OrdersToMany } from '../control/control.port.ts'
import type { Market } from '../market/market.port.ts'
import { describePools } from '../pools/pools.port.ts'
import type { TelemetrySeries } from '../telemetry/telemetry.port.ts'
import { fleetRoutes } from './fleet.routes.ts'
import { createFleet } from './fleet.service.ts'
import { fleetPageRoutes } from './fleet-page.routes.ts'
import { savedFilterRoutes } from './saved-filters/saved-filters.routes.ts'

/** Present and past values of an owner's miners. */
export function openFleet(
  context: Context,
  ports: { market: Market; telemetry: TelemetrySeries; control: OrdersToMany },
) {
  const { store, clock, config } = context
  const offlineAfterMs = config.OFFLINE_AFTER_MS
  const fleet = createFleet({
    store,
    clock,
    market: ports.market,
    series: ports.telemetry,
    openAlerts: (userId) => openAlerts(store, userId, 'read'),
    describePools: (ownerId) => describePools(store.db, ownerId),
    offlineAfterMs,
    poolFeeBasisPoints: config.POOL_FEE_BASIS_POINTS,
  })
  return {
    port: fleet,
    routes: ({ router }: Http) => {
      fleetRoutes(router, { fleet, clock, offlineAfterMs })
      savedFilterRoutes(router, { store, clock })
      fleetPageRoutes(router, { fleet, clock, control: ports.control })
    },
  }
}
