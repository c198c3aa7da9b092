/** Member states of the European Union, ISO 3166 codes. */
export const euCountries = [
  'AT',
  'BE',
  'BG',
  'CY',
  'CZ',
  'DE',
  'DK',
  'EE',
  'ES',
  'FI',
  'FR',
  'GR',
  'HR',
  'HU',
  'IE',
  'IT',
  'LT',
  'LU',
  'LV',
  'MT',
  'NL',
  'PL',
  'PT',
  'RO',
  'SE',
  'SI',
  'SK',
] as const

/** Countries outside the Union from which ships of the inland waterways and their owners come. */
export const otherCountries = [
  'BA',
  'CH',
  'GB',
  'IS',
  'LI',
  'MD',
  'ME',
  'MK',
  'NO',
  'RS',
  'TR',
  'UA',
] as const

/** Every country that can be chosen for a billing address. */
export const billingCountries = [...euCountries, ...otherCountries] as const
export type BillingCountry = (typeof billingCountries)[number]

const eu: ReadonlySet<string> = new Set(euCountries)
const billing: ReadonlySet<string> = new Set(billingCountries)

/** Whether a country is a member state of the European Union. */
export function isEuCountry(code: string): boolean {
  return eu.has(code)
}

/** Whether a code is one of the countries on the form. */
export function isBillingCountry(code: string): code is BillingCountry {
  return billing.has(code)
}

/**
 * The countries on the form with their names, by name in the alphabet of the language.
 *
 * @param locale a BCP 47 tag such as 'nl'
 */
export function listBillingCountries(locale: string): { code: BillingCountry; name: string }[] {
  const names = new Intl.DisplayNames([locale], { type: 'region' })
  const collator = new Intl.Collator(locale)
  return billingCountries
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .toSorted((a, b) => collator.compare(a.name, b.name))
}
