import { startOfDay } from '../../time-zone.ts'

const dayMs = 86_400_000

/** The week that a day is in, Monday to Monday in a zone; `day` as `2026-11-20`. */
export function proofWeek(day: string, timeZone: string): { fromDay: string; from: number; before: number } {
  const at = Date.parse(day)
  // Monday is the first day.
  const monday = at - ((new Date(at).getUTCDay() + 6) % 7) * dayMs
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  return {
    fromDay: dayOf(monday),
    from: startOfDay(timeZone, dayOf(monday)),
    before: startOfDay(timeZone, dayOf(monday + 7 * dayMs)),
  }
}
