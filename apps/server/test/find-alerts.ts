import type { Alert } from '@shipminer/contract/mining'
import { pageOfAlerts } from '../src/modules/alerts/alerts.service.ts'

type Page = Parameters<typeof pageOfAlerts>

/** The alerts of an owner, as far as the first page holds them. */
export async function findAlerts(deps: Page[0], userId: Page[1], filter: Page[2]): Promise<Alert[]> {
  return (await pageOfAlerts(deps, userId, filter, undefined)).alerts
}
