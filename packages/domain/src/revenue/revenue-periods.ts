export const revenuePeriods = ['7d', '30d', '90d', '12m'] as const
export type RevenuePeriod = (typeof revenuePeriods)[number]

const dayMs = 86_400_000
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** Every day from one to another, both included: `2026-11-20`. */
export function daysBetween(fromDay: string, toDay: string): string[] {
  const count = Math.round((Date.parse(toDay) - Date.parse(fromDay)) / dayMs) + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => dayOf(Date.parse(fromDay) + index * dayMs))
}

/**
 * Days of a period that ends today: so many days, or twelve whole months of which the last is still running.
 *
 * @example periodDays('7d', '2026-11-20') // { fromDay: '2026-11-14', toDay: '2026-11-20' }
 */
export function periodDays(period: RevenuePeriod, today: string): { fromDay: string; toDay: string } {
  const date = new Date(today)
  const fromMs =
    period === '12m'
      ? Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 11, 1)
      : date.getTime() - (Number.parseInt(period, 10) - 1) * dayMs
  return { fromDay: dayOf(fromMs), toDay: today }
}

/** First and last day of a month `2026-11`. */
export function monthDays(month: string): { fromDay: string; toDay: string } {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return { fromDay: `${month}-01`, toDay: dayOf(Date.UTC(year, number, 0)) }
}

/** The month before that of `now` (ms, UTC), `2026-10`. */
export function previousMonth(now: number): string {
  const today = new Date(now)
  return dayOf(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1, 1)).slice(0, 7)
}
