import { AlertList } from '../features/alerts/components/alert-list.tsx'
import { ControllerStrip } from '../features/fleet/components/controller-strip.tsx'
import { EmptyFleet } from '../features/fleet/components/empty-fleet.tsx'
import { EventAnnouncer } from '../features/fleet/components/event-announcer.tsx'
import { SavedFilters } from '../features/fleet/components/saved-filters.tsx'
import { StaleNotice } from '../features/fleet/components/stale-notice.tsx'
import { MoneyPanel } from '../features/revenue/components/money-panel.tsx'
import { DashboardNav } from './dashboard-nav.tsx'
import { FleetManagement, FleetShips } from './fleet-more.tsx'

/** Parts of the dashboard whose code comes after its first values, in one file. */
export const dashboardParts = {
  AlertList,
  ControllerStrip,
  DashboardNav,
  EmptyFleet,
  EventAnnouncer,
  FleetManagement,
  FleetShips,
  MoneyPanel,
  SavedFilters,
  StaleNotice,
}
