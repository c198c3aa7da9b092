import { splitVat, type VatSplit } from '../vat.ts'
import { isEuCountry } from './countries.ts'

/** How VAT is charged: as in the seller's country, shifted to the buyer (EU business elsewhere), or none (export, decided by the operator). */
export const taxTreatments = ['standard', 'reverse-charge', 'export'] as const
export type TaxTreatment = (typeof taxTreatments)[number]

export type TaxQuestion = {
  sellerCountry: string
  buyerCountry: string
  isBusiness: boolean
  /** Country of the buyer's VAT number when it was found valid, else null. */
  validVatCountry: string | null
  /** Whether the operator holds proof that the goods leave the Union. */
  isProvenExport: boolean
}

/**
 * Which VAT applies. Buyers outside the Union pay the seller's VAT like everyone else until the operator holds the proof of export, because a
 * box is mounted on a ship that may be anywhere.
 */
export function taxTreatment(question: TaxQuestion): TaxTreatment {
  const { sellerCountry, buyerCountry, isBusiness, validVatCountry, isProvenExport } = question
  if (!isEuCountry(buyerCountry)) return isProvenExport ? 'export' : 'standard'
  const isShifted =
    isBusiness &&
    validVatCountry !== null &&
    validVatCountry === buyerCountry &&
    buyerCountry !== sellerCountry
  return isShifted ? 'reverse-charge' : 'standard'
}

/** Integer cents; `netCents + vatCents = grossCents`, which is what the buyer pays. */
export type OrderTotals = VatSplit & { vatPercent: number }

/**
 * What an order costs whose catalogue prices, VAT included, add up to `priceCents`. VAT is taken off once for the whole,
 * half up. Where no VAT is charged, the buyer pays the net price.
 *
 * @example orderTotals(1_750_000, 21, 'standard') // { netCents: 1446281, vatCents: 303719, grossCents: 1750000, vatPercent: 21 }
 */
export function orderTotals(priceCents: number, vatPercent: number, treatment: TaxTreatment): OrderTotals {
  const split = splitVat(priceCents, vatPercent)
  if (treatment === 'standard') return { ...split, vatPercent }
  return { netCents: split.netCents, vatCents: 0, grossCents: split.netCents, vatPercent: 0 }
}
