import {
  formatEuro,
  formatNominalHashrate,
  formatNominalPower,
  formatNumber,
  formatWholeEuro,
} from './formats.ts'
import type { Language } from './languages.ts'

const daysPerYear = 365.25

/** The figures of a calculation as its page and its paper write them. */
export function calculationFormats(
  language: Language,
  text: (key: 'years', values: { years: string }) => string,
) {
  const number = (value: number, decimals = 0) => formatNumber(language, value, decimals)
  const wholeEuro = (cents: number) => formatWholeEuro(language, cents)
  return {
    number,
    wholeEuro,
    /** Cents shown below 100 euro, whole euros above. */
    euro: (cents: number) => (Math.abs(cents) < 10_000 ? formatEuro(language, cents) : wholeEuro(cents)),
    /** `5,3 jaar`: one decimal below ten years, none above. */
    years: (days: number) =>
      text('years', { years: number(days / daysPerYear, days < 10 * daysPerYear ? 1 : 0) }),
    kilowatts: (kw: number) => formatNominalPower(language, kw),
    hashrate: (hashrateThs: number) => formatNominalHashrate(language, hashrateThs),
  }
}
