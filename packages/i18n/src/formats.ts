import { isLanguage, type Language, languageLocales } from './languages.ts'

const numbers = new Map<string, Intl.NumberFormat>()
const dates = new Map<string, Intl.DateTimeFormat>()
const regions = new Map<string, Intl.DisplayNames>()

/** More than the languages, options and time zones in use; keys may hold names that strangers choose. */
const keptAtMost = 2_000

/** What `make` gives for a key, made once: an Intl object takes up to a millisecond to make. */
function once<Made>(made: Map<string, Made>, key: string, make: () => Made): Made {
  let value = made.get(key)
  if (value === undefined) {
    value = make()
    if (made.size >= keptAtMost) made.clear()
    made.set(key, value)
  }
  return value
}

const tagOf = (language: string) => (isLanguage(language) ? languageLocales[language] : language)

/** The format of numbers in a language of the product, or in any BCP 47 tag for text that no person reads. */
export function numberFormat(language: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const tag = tagOf(language)
  return once(numbers, tag + JSON.stringify(options), () => new Intl.NumberFormat(tag, options))
}

/**
 * The format of dates in a language of the product, or in any BCP 47 tag for text that no person reads.
 *
 * @throws {RangeError} for a time zone that is not known
 */
export function dateFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const tag = tagOf(language)
  return once(dates, tag + JSON.stringify(options), () => new Intl.DateTimeFormat(tag, options))
}

/** A plain number with a fixed count of decimals. */
export function formatNumber(language: Language, value: number, decimals = 0): string {
  return numberFormat(language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: true,
  }).format(value + 0)
}

/** Integer euro cents as money without cents, rounded: for prices and sums where cents would pretend a precision. */
export function formatWholeEuro(language: Language, cents: number): string {
  return numberFormat(language, { style: 'currency', currency: 'EUR', maximumFractionDigits: 0 }).format(
    Math.round(cents / 100) + 0,
  )
}

/** A share of one as a percentage, written in one way in all languages: with a space that does not break, where browsers write none for some. */
export function formatShare(
  language: Language,
  share: number,
  options: Intl.NumberFormatOptions = {},
): string {
  const text = numberFormat(language, { style: 'percent', ...options }).format(share)
  return text.replace(/\s*%/, '\u00a0%')
}

/** Integer euro cents as money, always with cents. */
export function formatEuro(language: Language, cents: number): string {
  return numberFormat(language, { style: 'currency', currency: 'EUR' }).format(cents / 100)
}

/** Integer euro cents as money, with cents only when there are any. */
export function formatEuroPrice(language: Language, cents: number): string {
  const digits = cents % 100 === 0 ? 0 : 2
  return numberFormat(language, {
    style: 'currency',
    currency: 'EUR',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(cents / 100)
}

/** The name of a country by its two letters (ISO 3166-1); the letters where they name none. */
export function countryName(language: Language, code: string): string {
  const names = once(regions, language, () => new Intl.DisplayNames([tagOf(language)], { type: 'region' }))
  return names.of(code) ?? code
}

/** What a box can do on paper, with a decimal only where it has one: `1.419 TH/s`, `2,4 TH/s`. */
export function formatNominalHashrate(language: Language, hashrateThs: number): string {
  return `${formatNumber(language, hashrateThs, Number.isInteger(hashrateThs) ? 0 : 1)}\u00a0TH/s`
}

/** Power as a person reckons with it: `25 kW`, `12,5 kW`, `120 W`. */
export function formatNominalPower(language: Language, kilowatts: number): string {
  if (kilowatts > 0 && kilowatts < 1) return `${formatNumber(language, kilowatts * 1000)}\u00a0W`
  return `${formatNumber(language, kilowatts, Number.isInteger(kilowatts) ? 0 : 1)}\u00a0kW`
}
