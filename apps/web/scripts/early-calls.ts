import { fleetEndpoints } from '@shipminer/contract/fleet'
import { miningEndpoints } from '@shipminer/contract/mining'
import { environmentEndpoints } from '@shipminer/contract/power/environment'
import { serviceEndpoints } from '@shipminer/contract/shop/service'
import type { FirstAnswers } from '../src/app/first-values/first-values.ts'
import { apiBase } from '../src/config/api-base.ts'

/** Where what is drawn before the page lives comes from. */
export const firstAddresses: Readonly<Record<keyof FirstAnswers, string>> = {
  fleet: apiBase + fleetEndpoints.miningFleet.path,
  totals: apiBase + miningEndpoints.miningDashboard.path,
  ships: apiBase + environmentEndpoints.miningShips.path,
}

const firstScreen = [...Object.values(firstAddresses), apiBase + serviceEndpoints.faultReportsUnread.path]

/** By page: what its first values come from, asked for while its scripts come. Only calls of signed-in people, without parameters. */
export const earlyCalls: Readonly<Record<string, readonly string[]>> = {
  dashboard: firstScreen,
  mining: firstScreen,
}
