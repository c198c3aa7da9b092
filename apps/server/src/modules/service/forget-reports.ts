import type { Queryable } from '../../platform/db/store.ts'
import { removeClosedBefore } from './reports.repository.ts'

/** Months that a fault report is kept after it was closed; the privacy page says so. */
const reportsKeptMonths = 24

/** Deletes reports closed longer ago than that, with their thread and attached data. @returns how many. */
export function forgetReports(db: Queryable, now: Date): Promise<number> {
  return removeClosedBefore(db, inMonths(now, -reportsKeptMonths))
}

/** When a closed report is deleted. */
export const reportKeptUntil = (closedAt: Date): Date => inMonths(closedAt, reportsKeptMonths)

function inMonths(from: Date, months: number): Date {
  const at = new Date(from)
  at.setUTCMonth(at.getUTCMonth() + months)
  return at
}
