import { environmentEndpoints } from '@shipminer/contract/environment'
import { fleetEndpoints } from '@shipminer/contract/fleet'
import { miningEndpoints } from '@shipminer/contract/mining'
import { serviceEndpoints } from '@shipminer/contract/service'
import { apiBase } from '../src/config/api-base.ts'

const firstScreen = [
  fleetEndpoints.miningFleet,
  miningEndpoints.miningDashboard,
  environmentEndpoints.miningShips,
  serviceEndpoints.faultReportsUnread,
].map(({ path }) => apiBase + path)

/** By page: what its first values come from, asked for while its scripts come. Only calls of signed-in people, without parameters. */
export const earlyCalls: Readonly<Record<string, readonly string[]>> = {
  dashboard: firstScreen,
  mining: firstScreen,
}
