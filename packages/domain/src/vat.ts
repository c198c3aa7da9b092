/** A price that includes VAT, split. Integer cents; `netCents + vatCents = grossCents` always. */
export type VatSplit = { grossCents: number; netCents: number; vatCents: number }

/**
 * Takes the VAT out of a price: net = gross × 100 / (100 + rate), rounded half up once for the whole amount; the VAT is the rest.
 *
 * @example splitVat(1_750_000, 21) // { grossCents: 1750000, netCents: 1446281, vatCents: 303719 }
 */
export function splitVat(grossCents: number, ratePercent: number): VatSplit {
  const netCents = Math.floor((grossCents * 200 + 100 + ratePercent) / (2 * (100 + ratePercent)))
  return { grossCents, netCents, vatCents: grossCents - netCents }
}
