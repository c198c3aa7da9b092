import { splitVat } from '../../vat.ts'
import { isEuCountry } from '../countries.ts'
import type { OrderTotals } from '../order-totals.ts'

/**
 * What the product decides by itself, by Directive 2006/112/EC. What is fitted by the seller is supplied where the ship lies at the fitting
 * (article 36): it is neither an intra-Community supply nor a distance sale, no matter who buys it. What is only sent is supplied where its
 * transport begins (article 32); sales at a distance to consumers elsewhere in the Union stay there below the threshold (article 59c).
 */
export const usualVatCases = ['fitted', 'sent', 'sent-afar'] as const
export type UsualVatCase = (typeof usualVatCases)[number]

/**
 * What only a person decides, order by order: fitted elsewhere where the buyer owes the tax (article 194) or where the seller is registered
 * (article 36), sent to a business in another member state (article 138), to a consumer there above the threshold (article 33), or out of the Union
 * (article 146).
 */
export const chosenVatCases = ['reverse-charge', 'local', 'intra-community', 'distance', 'export'] as const
export type ChosenVatCase = (typeof chosenVatCases)[number]

/** Why an order has the VAT it has. */
export const vatCases = [...usualVatCases, ...chosenVatCases] as const
export type VatCase = UsualVatCase | ChosenVatCase

/** Where VAT is due on what is fitted, unless the provider has agreed another place, and where everything is sent from. */
export const sellerCountry = 'NL'

export function vatCaseOf(order: {
  /** The seller's own people fit it on board. */
  isFitted: boolean
  buyerCountry: string
  isBusiness: boolean
}): UsualVatCase {
  if (order.isFitted) return 'fitted'
  const isAfar = order.buyerCountry !== sellerCountry && isEuCountry(order.buyerCountry)
  return isAfar && !order.isBusiness ? 'sent-afar' : 'sent'
}

/** Whether the seller's people fit what was bought; otherwise it is only sent. */
export const isFittedCase = (vatCase: VatCase): boolean =>
  vatCase === 'fitted' || vatCase === 'reverse-charge' || vatCase === 'local'

/** Whether the register of VAT numbers has to confirm the buyer's before it may be chosen. */
export const needsConfirmedNumber = (vatCase: VatCase): boolean =>
  vatCase === 'intra-community' || vatCase === 'reverse-charge'

/** Whether the goods' way has to be proved: papers of the transport, or of the customs. */
export const needsEvidence = (vatCase: VatCase): boolean =>
  vatCase === 'intra-community' || vatCase === 'export'

/** A treatment of an order. */
export type VatTreatment = {
  vatCase: VatCase
  /** ISO country whose law it follows; null: goods leave, and nobody's tax is on the document. */
  country: string | null
  percent: number
  /** The seller's number in that country, where it is not the usual one. */
  sellerVatId: string | null
}

const shapes: Readonly<Record<ChosenVatCase, RegExp>> = {
  'intra-community': /^$/,
  export: /^$/,
  'reverse-charge': /^(?<country>[A-Z]{2})$/,
  distance: /^(?<country>[A-Z]{2}):(?<percent>\d{1,2})$/,
  local: /^(?<country>[A-Z]{2}):(?<percent>\d{1,2}):(?<sellerVatId>[A-Z]{2}[A-Z0-9]{4,14})$/,
}

/**
 * The treatments that a setting has switched on: a name each, with the country, the rate and the seller's number there where they belong to it.
 * Null when it cannot be read.
 *
 * @example parseVatCases('intra-community,reverse-charge=BE,distance=DE:19,local=DE:19:DE123456789')?.length // 4
 */
export function parseVatCases(text: string): VatTreatment[] | null {
  const treatments: VatTreatment[] = []
  for (const part of text.split(',').map((one) => one.trim())) {
    if (part === '') continue
    const [name = '', terms = ''] = part.split('=', 2)
    const vatCase = chosenVatCases.find((one) => one === name)
    const found = vatCase && shapes[vatCase].exec(terms)
    if (!found) return null
    const { country = null, percent = '0', sellerVatId = null } = found.groups ?? {}
    const isElsewhere = country === null || (country !== sellerCountry && isEuCountry(country))
    const isTwice = treatments.some((one) => one.vatCase === vatCase && one.country === country)
    if (!isElsewhere || isTwice || (shapes[vatCase].source.includes('percent') && Number(percent) < 1))
      return null
    treatments.push({ vatCase, country, percent: Number(percent), sellerVatId })
  }
  return treatments
}

/** What of an order decides which treatments fit it. */
export type TaxedOrder = {
  isFitted: boolean
  isBusiness: boolean
  buyerCountry: string
  /** With the letters of its country. */
  vatNumber: string | null
}

/** Greek numbers begin with letters of their own. */
const prefixOf = (country: string) => (country === 'GR' ? 'EL' : country)

/** Whether a treatment can be one of this order; whether it is, its provider and their adviser know. */
export function fitsOrder({ vatCase, country }: VatTreatment, order: TaxedOrder): boolean {
  const { isFitted, isBusiness, buyerCountry, vatNumber } = order
  if (isFitted !== isFittedCase(vatCase)) return false
  const isElsewhereInEu = buyerCountry !== sellerCountry && isEuCountry(buyerCountry)
  switch (vatCase) {
    case 'fitted':
    case 'local':
      return true
    case 'reverse-charge':
      return isBusiness && country !== null && vatNumber?.startsWith(prefixOf(country)) === true
    case 'intra-community':
      return isBusiness && isElsewhereInEu && vatNumber !== null && !vatNumber.startsWith(sellerCountry)
    case 'distance':
      return !isBusiness && buyerCountry === country
    case 'export':
      return !isEuCountry(buyerCountry)
    case 'sent':
    case 'sent-afar':
      return vatCase === vatCaseOf(order)
  }
}

/**
 * What an order costs under a treatment. Tax that is not due is not asked for; the price that a consumer was shown includes whatever tax there is, and a business
 * pays its price and the tax of the place.
 *
 * @param agreed the price with VAT, and the rate in it, as the order was placed
 */
export function totalsUnder(
  { vatCase, percent }: Pick<VatTreatment, 'vatCase' | 'percent'>,
  agreed: { grossCents: number; vatPercent: number },
  isConsumer: boolean,
): OrderTotals {
  const { grossCents, vatPercent } = agreed
  if (percent > 0 && (isConsumer || (usualVatCases as readonly VatCase[]).includes(vatCase)))
    return { ...splitVat(grossCents, percent), vatPercent: percent }
  const { netCents } = splitVat(grossCents, vatPercent)
  const vatCents = Math.round((netCents * percent) / 100)
  return { netCents, vatCents, grossCents: netCents + vatCents, vatPercent: percent }
}

/** Up to this net amount a year sales at a distance have the VAT of the seller's country (article 59c). */
export const distanceSalesLimitCents = 1_000_000
