import { sellerCountry } from '@shipminer/domain/orders/vat-case'
import { type Language, languageLocales } from '@shipminer/i18n/languages'

/** Name, address and country of the seller, a line each, as documents begin. */
export function sellerLines(
  seller: { name: { value: string }; address: { value: string } },
  language: Language,
): string[] {
  const country = countryName(sellerCountry, language)
  const address = seller.address.value.split(/,\s*|\n/)
  return [seller.name.value, ...address, ...(address.at(-1) === country ? [] : [country])]
}

export function countryName(code: string, language: Language): string {
  return new Intl.DisplayNames([languageLocales[language]], { type: 'region' }).of(code) ?? code
}

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
