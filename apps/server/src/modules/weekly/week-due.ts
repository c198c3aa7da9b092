import { proofWeek } from '@shipminer/domain/generator/proof/proof-week'
import { dayIn, utcDay } from '../../platform/time.ts'

const dayMs = 86_400_000
/** What boxes had to spool before Monday has come by then. */
const settleMs = 7 * 3_600_000
/** Days on which the summary still goes out: a server may have been down on Monday. */
const sendDays = 4

/**
 * The Monday of the week whose summary is due in a time zone: the one that is over, from seven hours after its end until Friday. Null: none.
 *
 * @example weekDue('Europe/Amsterdam', Date.parse('2026-11-23T06:00:00Z')) // '2026-11-16'
 */
export function weekDue(timeZone: string, now: number): string | null {
  const today = dayIn(timeZone, now - settleMs)
  const monday = Date.parse(proofWeek(today, timeZone).fromDay)
  return Date.parse(today) - monday < sendDays * dayMs ? utcDay(monday - 7 * dayMs) : null
}

/** The last day of a week, by its Monday. */
export const sundayOf = (week: string) => utcDay(Date.parse(week) + 6 * dayMs)
