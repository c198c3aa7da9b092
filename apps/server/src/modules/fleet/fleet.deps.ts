import type { Alert, Earnings } from '@shipminer/contract/mining'
import type { Store } from '../../platform/db/store.ts'
import type { Market } from '../market/market.port.ts'
import type { TelemetrySeries } from '../telemetry/telemetry.port.ts'
import type { DescribePool } from './fleet.presenter.ts'

export type FleetDeps = {
  store: Store
  market: Market
  series: TelemetrySeries
  /** Open alerts, newest first. */
  openAlerts: (ownerId: string) => Promise<Alert[]>
  /** What is known about an owner's pools. */
  describePools: (ownerId: string) => Promise<DescribePool>
  clock: () => number
  offlineAfterMs: number
  poolFeeBasisPoints: number
}

export type MinerEarnings = Map<number, { today: Earnings | null; month: Earnings | null }>

/** What reading a fleet needs. */
export type FleetReads = Required<FleetDeps> & {
  /** Cached sums of a month, by owner and controllers; valid for seconds. */
  earningsCache: Map<string, { at: number; value: Promise<MinerEarnings> }>
}
