import { dateFormat } from '@shipminer/i18n/formats'

const listeners = new Set<() => void>()
let zone: string | undefined

/** The time zone in which times are written: of the account's ships once it is known, else the reader's own. */
export const shownZone = (): string | undefined => zone

/** Called with the zone of the account's ships when they are loaded, and with nothing when nobody is signed in any more. */
export function showZone(timeZone: string | undefined): void {
  if (timeZone === zone) return
  zone = timeZone
  for (const listener of listeners) listener()
}

/** @param listener called when it becomes another */
export function followZone(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Calendar day of a time (ms) where it is shown, `2026-11-23`. */
export function shownDay(at: number): string {
  return part({ year: 'numeric', month: '2-digit', day: '2-digit' }).format(at)
}

/** Hour of the day of a time (ms) where it is shown. */
export function shownHour(at: number): number {
  return Number(part({ hour: '2-digit', hourCycle: 'h23' }).format(at))
}

const part = (options: Intl.DateTimeFormatOptions) => dateFormat('en-CA', { ...options, timeZone: zone })
