/** The seller's time zone: dates of invoices, years of numbers, ends of periods. */
export const sellerTimeZone = 'Europe/Amsterdam'

/** The seller's calendar year at a moment. */
export function sellerYear(at: Date): number {
  return Number(new Intl.DateTimeFormat('en', { timeZone: sellerTimeZone, year: 'numeric' }).format(at))
}

/** The seller's calendar day of a moment, ISO date. */
export function sellerDay(at: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: sellerTimeZone, dateStyle: 'short' }).format(at)
}
