import type { Earnings } from '@shipminer/contract/mining'
import type { ListedFleet, ListedMiner, NameOrder } from '@shipminer/domain/fleet/miner-list'
import type { MinerState } from '@shipminer/domain/fleet/miner-state'
import type { Store } from '../../platform/db/store.ts'
import type { OpenAlerts } from '../alerts/alerts.port.ts'
import type { Market } from '../market/market.port.ts'
import type { TelemetrySeries } from '../telemetry/telemetry.port.ts'
import type { DescribePool } from './fleet.presenter.ts'

export type FleetDeps = {
  store: Store
  market: Market
  series: TelemetrySeries
  openAlerts: (ownerId: string) => Promise<OpenAlerts>
  /** What is known about an owner's pools. */
  describePools: (ownerId: string) => Promise<DescribePool>
  clock: () => number
  offlineAfterMs: number
  poolFeeBasisPoints: number
}

export type MinerEarnings = Map<number, { today: Earnings | null; month: Earnings | null }>

/** One miner of a large fleet, with no more than it takes to find, order and count it. */
export type FleetLine = ListedMiner & {
  solo: boolean | null
  earningsToday: Earnings | null
  expectedThs: number | null
  state: MinerState
}

/** A large fleet as lists, filters and totals need it. */
export type FleetIndex = Omit<ListedFleet, 'miners'> & {
  miners: ReadonlyMap<string, FleetLine>
  names: NameOrder
  earnings: MinerEarnings
}

/** What reading a fleet needs. */
export type FleetReads = Required<FleetDeps> & {
  /** Cached sums of a month, by owner and controllers; valid for seconds. */
  earningsCache: Map<string, { at: number; value: Promise<MinerEarnings> }>
  /** Large fleets as lists need them; valid for seconds. */
  indexes: Map<string, { at: number; value: Promise<FleetIndex> }>
}
