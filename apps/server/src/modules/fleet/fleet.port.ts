import type { Earnings, OverviewSummary } from '@shipminer/contract/mining'
import type { FleetTotals } from '@shipminer/domain/fleet/fleet-totals'

export { defaultPollIntervalMs } from '../telemetry/telemetry.port.ts'
/** What the provider's desk sees of all fleets together. */
export {
  addUpFleets,
  countDeskControllers,
  countFirmwares,
  countOpenAlerts,
  countVersions,
  type DeskMinerRow,
  type FleetPart,
  type FleetStateRow,
  hasMoreMiners,
  listDeskMiners,
  listFleetStates,
  listModels,
} from './all-fleets.repository.ts'
export { healthOf } from './desk-health.ts'

/** The overview of a fleet as pages get it, whether they fetch it or watch it: TH/s, W, °C; unknown is null. */
export function presentOverview(
  totals: FleetTotals,
  earnings: { today: Earnings | null; month: Earnings | null },
  alertsCount: number,
): OverviewSummary {
  return {
    totalDevices: totals.devices,
    onlineDevices: totals.online,
    staleDevices: totals.stale,
    offlineDevices: totals.offline,
    states: totals.states,
    needAttention: totals.needAttention,
    totalHashRate: totals.hashrateGhs === null ? null : totals.hashrateGhs / 1000,
    hashRateKnown: totals.hashrateKnown,
    totalPowerConsumption: totals.powerWatts,
    powerKnown: totals.powerKnown,
    totalEarningsToday: earnings.today,
    totalEarningsMonth: earnings.month,
    averageTemperature: totals.averageTemperatureDeciC === null ? null : totals.averageTemperatureDeciC / 10,
    alertsCount,
  }
}
