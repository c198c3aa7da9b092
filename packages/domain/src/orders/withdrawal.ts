import { localMidnight } from '../time-zone.ts'
import type { OrderState } from './order.ts'

/** Days after delivery in which a consumer may withdraw (Directive 2011/83/EU, article 9). */
export const withdrawalDays = 14

export type WithdrawalQuestion = {
  state: OrderState
  /** The buyer ordered for a company. */
  isBusiness: boolean
  /** Everything was made to the buyer's own specification (article 16 c), as a custom quote is. */
  isCustomMade: boolean
  /** When the last box was handed over; null before. */
  deliveredAtMs: number | null
  nowMs: number
  /** Where the days end, such as 'Europe/Amsterdam'. */
  timeZone: string
}

export type Withdrawal =
  /** `untilMs`: the last moment, exclusive; null while nothing was delivered. */
  | { allowed: true; untilMs: number | null }
  | { allowed: false; reason: 'not-placed' | 'order-over' | 'business' | 'custom-made' | 'too-late' }

/**
 * Whether the order page offers to withdraw (article 11a: during the whole period). The period begins with the order, and ends 14 days after
 * the day of delivery, at midnight; when that day is a Saturday or Sunday, after the Monday (Regulation 1182/71, article 3.4).
 */
export function withdrawal(question: WithdrawalQuestion): Withdrawal {
  const { state, isBusiness, isCustomMade, deliveredAtMs, nowMs, timeZone } = question
  if (state === 'draft') return { allowed: false, reason: 'not-placed' }
  if (state === 'cancelled' || state === 'expired') return { allowed: false, reason: 'order-over' }
  if (isBusiness) return { allowed: false, reason: 'business' }
  if (isCustomMade) return { allowed: false, reason: 'custom-made' }
  if (deliveredAtMs === null) return { allowed: true, untilMs: null }
  const untilMs = withdrawalEnd(deliveredAtMs, timeZone)
  return nowMs < untilMs ? { allowed: true, untilMs } : { allowed: false, reason: 'too-late' }
}

/** The midnight that ends the period of goods delivered then. */
export function withdrawalEnd(deliveredAtMs: number, timeZone: string): number {
  const { year, month, day } = localDate(deliveredAtMs, timeZone)
  const last = new Date(Date.UTC(year, month - 1, day + withdrawalDays))
  const weekend = { 6: 2, 0: 1 }[last.getUTCDay()] ?? 0
  return localMidnight(last.getTime() + (weekend + 1) * 86_400_000, timeZone)
}

function localDate(atMs: number, timeZone: string): { year: number; month: number; day: number } {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  })
  const parts = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]))
  return { year: parts.get('year') ?? 0, month: parts.get('month') ?? 0, day: parts.get('day') ?? 0 }
}
