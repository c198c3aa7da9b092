import type { BoxState } from './box-stock.ts'

const dayMs = 86_400_000

/** Weeks from a state of a box to its buyer: a test, then the way on board. */
const weeksFrom = { tested: 1, built: 2 } as const
/** From the day on which the workshop delivers. */
const weeksAfterArrival = 2

/** A box that is for no order yet. */
export type FreeBox = {
  state: BoxState
  /** The day on which the workshop delivers, ISO date; null: not known. */
  expectedOn: string | null
}

/**
 * In how many weeks so many boxes can be delivered from what there is, after those that wait before; null when what there is does not reach, or
 * it is unknown when it comes. Then what the catalogue says holds.
 */
export function weeksFromSupply(
  free: readonly FreeBox[],
  { waiting, quantity, today }: { waiting: number; quantity: number; today: string },
): number | null {
  const weeks = free
    .map((box) => weeksUntil(box, today))
    .filter((count) => count !== null)
    .toSorted((a, b) => a - b)
  return weeks[waiting + quantity - 1] ?? null
}

function weeksUntil({ state, expectedOn }: FreeBox, today: string): number | null {
  if (state === 'tested' || state === 'built') return weeksFrom[state]
  // A day gone by, without the box, says nothing about when it comes.
  if (state !== 'ordered' || expectedOn === null || expectedOn < today) return null
  const days = (Date.parse(expectedOn) - Date.parse(today)) / dayMs
  return Math.ceil(days / 7) + weeksAfterArrival
}

/** The same day so many months later, or the last of its month: `2027-02-28` for a month after `2027-01-31`. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(date, last))
  return first.toISOString().slice(0, 10)
}

/** The last day of the warranty of a box; null: it has none. */
export function warrantyUntil(installedOn: string, months: number): string | null {
  return months > 0 ? addMonths(installedOn, months) : null
}
