import type { Queryable } from '../../platform/db/store.ts'
import { removeClosedBefore } from './reports.repository.ts'

/** Months that a fault report is kept after it was closed; the privacy page says so. */
const reportsKeptMonths = 24

/** Deletes reports that were closed that long ago, with their thread and what was attached. @returns how many. */
export function forgetReports(db: Queryable, now: Date): Promise<number> {
  const before = new Date(now)
  before.setUTCMonth(before.getUTCMonth() - reportsKeptMonths)
  return removeClosedBefore(db, before)
}
