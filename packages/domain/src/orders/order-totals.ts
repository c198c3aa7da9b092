import { splitVat, type VatSplit } from '../vat.ts'

/** Integer cents; `netCents + vatCents = grossCents`, which is what the buyer pays. */
export type OrderTotals = VatSplit & { vatPercent: number }

/**
 * What an order costs whose catalogue prices, VAT included, add up to `priceCents`. VAT is taken off once for the whole, half up.
 *
 * @example orderTotals(1_750_000, 21) // { netCents: 1446281, vatCents: 303719, grossCents: 1750000, vatPercent: 21 }
 */
export function orderTotals(priceCents: number, vatPercent: number): OrderTotals {
  return { ...splitVat(priceCents, vatPercent), vatPercent }
}
