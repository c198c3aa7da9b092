import { sellerCountry } from '@shipminer/domain/orders/vat/vat-case'
import { countryName, dateFormat } from '@shipminer/i18n/formats'
import { type Language, languages } from '@shipminer/i18n/languages'

/** Name, address and country of the seller, a line each, as documents begin. */
export function sellerLines(
  seller: { name: { value: string }; address: { value: string } },
  language: Language,
): string[] {
  const isCountry = (line: string | undefined) =>
    languages.some((one) => countryName(one, sellerCountry) === line)
  const lines = seller.address.value.split(/,\s*|\n/)
  // An address may name it already, in the provider's own language.
  const address = isCountry(lines.at(-1)) ? lines.slice(0, -1) : lines
  return [seller.name.value, ...address, countryName(language, sellerCountry)]
}

/** The seller's time zone: dates of invoices, years of numbers, ends of periods. */
export const sellerTimeZone = 'Europe/Amsterdam'

/** The seller's calendar year at a moment. */
export function sellerYear(at: Date): number {
  return Number(dateFormat('en', { timeZone: sellerTimeZone, year: 'numeric' }).format(at))
}

/** The seller's calendar day of a moment, ISO date. */
export function sellerDay(at: Date): string {
  return dateFormat('en-CA', { timeZone: sellerTimeZone, dateStyle: 'short' }).format(at)
}
