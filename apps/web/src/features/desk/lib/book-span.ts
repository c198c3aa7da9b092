export const spanNames = ['year', 'lastYear', 'quarter', 'month'] as const
export type SpanName = (typeof spanNames)[number]
export type Span = { from: string; to: string }

/**
 * The days of a named span, both included.
 *
 * @param today ISO date
 * @example bookSpan('month', '2026-01-15') // { from: '2025-12-01', to: '2025-12-31' }
 */
export function bookSpan(name: SpanName, today: string): Span {
  const [year = 0, month = 1] = today.split('-').map(Number)
  const quarter = Math.floor((month - 1) / 3) * 3
  switch (name) {
    case 'year':
      return { from: dayOf(year, 0), to: today }
    case 'lastYear':
      return { from: dayOf(year - 1, 0), to: dayOf(year, 0, 0) }
    case 'quarter':
      return { from: dayOf(year, quarter - 3), to: dayOf(year, quarter, 0) }
    case 'month':
      return { from: dayOf(year, month - 2), to: dayOf(year, month - 1, 0) }
  }
}

export const isSameSpan = (one: Span, other: Span) => one.from === other.from && one.to === other.to

/** @param month from 0; those beyond a year belong to its neighbours @param day 0 is the last of the month before */
function dayOf(year: number, month: number, day = 1): string {
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)
}
