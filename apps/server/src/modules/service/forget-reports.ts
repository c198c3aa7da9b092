import type { Queryable } from '../../platform/db/store.ts'
import { removeClosedBefore } from './reports.repository.ts'

/** Months that a fault report is kept after it was closed; the privacy page says so. */
const reportsKeptMonths = 24

/** Deletes reports closed longer ago than that, with their thread and attached data. @returns how many. */
export function forgetReports(db: Queryable, now: Date): Promise<number> {
  const before = new Date(now)
  before.setUTCMonth(before.getUTCMonth() - reportsKeptMonths)
  return removeClosedBefore(db, before)
}
