import {
  formatNumber,
  formatShare,
  numberFormat,
  dateFormat as sharedDateFormat,
} from '@shipminer/i18n/formats'
import type { Language } from '@shipminer/i18n/languages'
import { shownDay, shownZone } from './shown-zone.ts'

export {
  formatEuro,
  formatNominalHashrate,
  formatNominalPower,
  formatNumber,
  formatWholeEuro,
} from '@shipminer/i18n/formats'

/** A number and its unit apart, so that a page can set the unit small. */
export type Quantity = { text: string; unit: string }

const nbsp = '\u00a0'

const dateFormat = (language: Language, options: Intl.DateTimeFormatOptions) =>
  sharedDateFormat(language, { hourCycle: 'h23', timeZone: shownZone(), ...options })

/** A number as one would type it into a field: no grouping, and no more decimals than it has, at most four. */
export function formatTyped(language: Language, value: number): string {
  return numberFormat(language, { maximumFractionDigits: 4, useGrouping: false }).format(value + 0)
}

/** Hash rate from TH/s: no decimals from 100 up, one from 10, two below; GH/s below 0.1, PH/s from 10,000. */
export function formatHashrate(language: Language, hashrateThs: number): Quantity {
  const size = Math.abs(hashrateThs)
  if (size > 0 && size < 0.1) return quantity(language, hashrateThs * 1000, size < 0.01 ? 1 : 0, 'GH/s')
  if (size >= 10_000) return quantity(language, hashrateThs / 1000, size >= 100_000 ? 1 : 2, 'PH/s')
  return quantity(language, hashrateThs, size >= 100 || size === 0 ? 0 : size >= 10 ? 1 : 2, 'TH/s')
}

/** Power from watts: W below 1,000, kW with one decimal (or none, for nominal figures) below 1,000 kW, then MW. */
export function formatPower(language: Language, powerWatts: number, kilowattDecimals: 0 | 1 = 1): Quantity {
  const size = Math.abs(powerWatts)
  if (size < 1000) return quantity(language, powerWatts, 0, 'W')
  if (size < 1_000_000) return quantity(language, powerWatts / 1000, kilowattDecimals, 'kW')
  return quantity(language, powerWatts / 1_000_000, 2, 'MW')
}

/** Temperature in whole degrees Celsius. */
export function formatTemperature(language: Language, temperatureC: number): Quantity {
  return quantity(language, temperatureC, 0, '°C')
}

/** Efficiency in J/TH, one decimal. */
export function formatEfficiency(language: Language, joulesPerTh: number): Quantity {
  return quantity(language, joulesPerTh, 1, 'J/TH')
}

/** A share of one as a percentage. */
export function formatPercent(language: Language, share: number, decimals = 0): string {
  return formatShare(language, share, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
}

/** A share of one as a percentage with its sign, one decimal. */
export function formatSigned(language: Language, share: number): string {
  return formatShare(language, Math.round(share * 1000) / 1000 + 0, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  })
}

/** An amount in hundredths of any currency, signed: `-12,50 US$`. */
export function formatMoney(language: Language, cents: number, currency: string): string {
  return numberFormat(language, { style: 'currency', currency }).format(cents / 100)
}

/** What a kilowatt hour costs or earns, from thousandths of a cent, to a tenth of a cent: `€ 0,218`. */
export function formatEnergyPrice(language: Language, millicents: number): string {
  return numberFormat(language, {
    style: 'currency',
    currency: 'EUR',
    minimumFractionDigits: 3,
    maximumFractionDigits: 3,
  }).format(millicents / 100_000)
}

/** Whole satoshi: as sat below 0.01 BTC, above it as BTC with all eight decimals. */
export function formatSat(language: Language, sat: number): Quantity {
  if (Math.abs(sat) < 1_000_000) return quantity(language, sat, 0, 'sat')
  return quantity(language, sat / 1e8, 8, 'BTC')
}

/** Large counts in a short form: 1.2 mln, 4,5 Mio. */
export function formatCompact(language: Language, value: number): string {
  return numberFormat(language, { notation: 'compact', maximumSignificantDigits: 3 }).format(value)
}

/** Time of day, 24 h, of ms since 1970. */
export function formatTime(language: Language, at: number): string {
  return dateFormat(language, { hour: '2-digit', minute: '2-digit' }).format(at)
}

/** The time of something of today, else its day: for columns where both would not fit. */
export function formatRecent(language: Language, at: number, now: number): string {
  const isToday = shownDay(at) === shownDay(now)
  return isToday ? formatTime(language, at) : formatDayMonth(language, at)
}

/** A short date stays on one line: not "27." at the end of one and "Nov." on the next. */
const keepTogether = (date: string) => date.replaceAll(' ', nbsp)

/** Day and short month of ms since 1970. */
export function formatDayMonth(language: Language, at: number): string {
  return keepTogether(dateFormat(language, { day: 'numeric', month: 'short' }).format(at))
}

/** The name of a month, of ms since 1970. */
export function formatMonth(language: Language, at: number): string {
  return dateFormat(language, { month: 'long' }).format(at)
}

/** Day and time of ms since 1970. */
export function formatDateTime(language: Language, at: number): string {
  return dateFormat(language, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }).format(
    at,
  )
}

/** Day, month and year of ms since 1970. */
export function formatDate(language: Language, at: number): string {
  return dateFormat(language, { day: 'numeric', month: 'long', year: 'numeric' }).format(at)
}

/** Weekday, day and month of ms since 1970: "zondag 22 november". */
export function formatWeekdayDate(language: Language, at: number): string {
  return dateFormat(language, { weekday: 'long', day: 'numeric', month: 'long' }).format(at)
}

/** Day and short month of ms since 1970, with the year when it is not this one: "22 nov". */
export function formatDay(language: Language, at: number, now = Date.now()): string {
  const isThisYear = shownDay(at).slice(0, 4) === shownDay(now).slice(0, 4)
  const year = isThisYear ? {} : { year: 'numeric' as const }
  return keepTogether(dateFormat(language, { day: 'numeric', month: 'short', ...year }).format(at))
}

/** The same, short: "di 24 nov". */
export function formatWeekday(language: Language, at: number): string {
  return keepTogether(dateFormat(language, { weekday: 'short', day: 'numeric', month: 'short' }).format(at))
}

/** Weekday and day of the month: "di 24". */
export function formatShortWeekday(language: Language, at: number): string {
  return keepTogether(dateFormat(language, { weekday: 'short', day: 'numeric' }).format(at))
}

/** Number and unit on one line that does not break. */
export function joinQuantity(value: Quantity): string {
  return value.text + nbsp + value.unit
}

/** Parts of an age for a text: one unit, rounded down. `now` below two seconds, also when the clock runs a little ahead. */
export type AgePart = { unit: 'now' | 'seconds' | 'minutes' | 'hours' | 'days'; count: number }

export function agePart(ageMs: number): AgePart {
  const seconds = Math.floor(ageMs / 1000)
  if (seconds < 2) return { unit: 'now', count: 0 }
  if (seconds < 60) return { unit: 'seconds', count: seconds }
  if (seconds < 3600) return { unit: 'minutes', count: Math.floor(seconds / 60) }
  if (seconds < 86_400) return { unit: 'hours', count: Math.floor(seconds / 3600) }
  return { unit: 'days', count: Math.floor(seconds / 86_400) }
}

/** Parts of a duration for a text: the two largest units that matter. */
export type DurationPart =
  | { unit: 'seconds'; seconds: number }
  | { unit: 'minutes'; minutes: number }
  | { unit: 'hours'; hours: number; minutes: number }
  | { unit: 'days'; days: number; hours: number }

export function durationPart(durationSeconds: number): DurationPart {
  const seconds = Math.max(0, Math.floor(durationSeconds))
  if (seconds < 60) return { unit: 'seconds', seconds }
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return { unit: 'minutes', minutes }
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return { unit: 'hours', hours, minutes: minutes % 60 }
  return { unit: 'days', days: Math.floor(hours / 24), hours: hours % 24 }
}

function quantity(language: Language, value: number, decimals: number, unit: string): Quantity {
  return { text: formatNumber(language, value, decimals), unit }
}
