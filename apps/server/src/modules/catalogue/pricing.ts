import type { Pricing } from '@shipminer/contract/shop/catalogue'
import { needsQuote } from '@shipminer/domain/calculator/custom-solution'
import { splitVat } from '@shipminer/domain/vat'

/** A price of one bitcoin in cents, with its source and time (ms). */
export type Quote = { centsPerBtc: number; source: string; observedAt: number }

/**
 * List price of a quantity. The VAT is taken out of the total, not of each box. The dollar amount is derived through the two Bitcoin
 * prices, the amount in satoshi from the euro price; both are rounded up, and null while a price is missing.
 */
export function priceQuantity(
  product: { id: string; priceCents: number },
  order: { quantity: number; currency: Pricing['currency']; vatPercent: number },
  quotes: { eur: Quote | null; usd: Quote | null },
): Pricing {
  const { quantity, currency, vatPercent } = order
  const { grossCents, netCents, vatCents } = splitVat(product.priceCents * quantity, vatPercent)
  return {
    productId: product.id,
    quantity,
    quoteRequired: needsQuote(quantity),
    unitPriceCents: product.priceCents,
    totalCents: grossCents,
    netCents,
    vatCents,
    vatPercent,
    currency,
    converted: convert(grossCents, currency, quotes),
  }
}

function convert(
  cents: number,
  currency: Pricing['currency'],
  { eur, usd }: { eur: Quote | null; usd: Quote | null },
): Pricing['converted'] {
  if (currency === 'EUR' || !eur) return null
  if (currency === 'BTC') {
    const minorUnits = ratioUp(cents, 100_000_000, eur.centsPerBtc)
    return { minorUnits, source: eur.source, observedAt: eur.observedAt }
  }
  if (!usd) return null
  return {
    minorUnits: ratioUp(cents, usd.centsPerBtc, eur.centsPerBtc),
    source: [...new Set(`${eur.source}, ${usd.source}`.split(', '))].join(', '),
    observedAt: Math.min(eur.observedAt, usd.observedAt),
  }
}

/** `amount × factor ÷ divisor` of positive integers, exact, rounded up. */
function ratioUp(amount: number, factor: number, divisor: number): number {
  return Number((BigInt(amount) * BigInt(factor) + BigInt(divisor) - 1n) / BigInt(divisor))
}
