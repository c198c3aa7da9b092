import { isEuCountry } from './countries.ts'

/**
 * Why an order has the VAT it has, by Directive 2006/112/EC. What is fitted by the seller is supplied where the ship lies at the fitting
 * (article 36): it is neither an intra-Community supply nor a distance sale, whoever buys it. What is only sent is supplied where its
 * transport begins (article 32); sales at a distance to consumers elsewhere in the Union stay there below the threshold (article 59c).
 */
export const vatCases = ['fitted', 'sent', 'sent-afar'] as const
export type VatCase = (typeof vatCases)[number]

/** Where VAT is due on what is fitted, unless the provider has agreed another place, and where everything is sent from. */
export const sellerCountry = 'NL'

export function vatCaseOf(order: {
  /** The seller's own people fit it on board. */
  isFitted: boolean
  buyerCountry: string
  isBusiness: boolean
}): VatCase {
  if (order.isFitted) return 'fitted'
  const isAfar = order.buyerCountry !== sellerCountry && isEuCountry(order.buyerCountry)
  return isAfar && !order.isBusiness ? 'sent-afar' : 'sent'
}
