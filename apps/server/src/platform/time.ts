import { dateFormat } from '@shipminer/i18n/formats'

/** Day of a time in ms in a time zone, `YYYY-MM-DD`. */
export function dayIn(timeZone: string, ms: number): string {
  return dateFormat('en-CA', { timeZone, dateStyle: 'short' }).format(ms)
}

/** UTC day of a time in ms, `YYYY-MM-DD`. */
export function utcDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
