import type { MethodOffer, PaymentMethod, Totals, VatNumberCheckSchema } from '@shipminer/contract/orders'
import { needsQuote } from '@shipminer/domain/custom-solution'
import { orderTotals } from '@shipminer/domain/orders/order-totals'
import { sellerCountry, type VatCase, vatCaseOf } from '@shipminer/domain/orders/vat-case'
import type { VatNumber } from '@shipminer/domain/orders/vat-number'
import type * as z from 'zod/mini'
import { AppError } from '../../../platform/http/app-error.ts'
import type { SellableProduct } from '../../catalogue/catalogue.port.ts'
import type { MethodDeps, PricingDeps, ProductDeps, QuoteDeps } from '../orders.deps.ts'
import { readVat, type VatReading } from './orders.policy.ts'
import type { VatAnswer } from './vat-checker.ts'

export type VatNumberCheck = z.infer<typeof VatNumberCheckSchema>
export type Availability = 'available' | 'none' | 'coming-soon' | 'quote'

/** @throws AppError `product-not-found` */
export async function getSellable(deps: ProductDeps, id: string): Promise<SellableProduct> {
  const product = await deps.findProduct(deps.store.db, id)
  if (!product) throw new AppError('product-not-found')
  return product
}

export function availabilityOf(product: SellableProduct, quantity: number): Availability {
  if (product.comingSoon) return 'coming-soon'
  if (needsQuote(quantity)) return 'quote'
  return product.stock === null || product.stock >= quantity ? 'available' : 'none'
}

/**
 * The price with its VAT, and what is known about the buyer's VAT number. A number changes nothing here: what the seller fits in the
 * Netherlands has Dutch VAT, whoever buys it, and for what is sent the provider needs proof of the transport first.
 */
export async function priceFor(
  deps: PricingDeps,
  product: SellableProduct,
  quantity: number,
  buyer: { country: string; company: string | null; vat: VatReading },
): Promise<{ line: PricedLine & { vatCase: VatCase; fittedIn: string | null }; check: VatNumberCheck }> {
  const { vat } = buyer
  const vatAnswer = vat.kind === 'read' ? await ask(deps, vat.vatNumber) : null
  const { isFitted } = product
  const vatCase = vatCaseOf({ isFitted, buyerCountry: buyer.country, isBusiness: buyer.company !== null })
  const line = {
    ...priceOrder(product, { quantity, vatPercent: deps.vatPercent }),
    vatCase,
    fittedIn: isFitted ? sellerCountry : null,
  }
  return { line, check: vatAnswer ?? (vat.kind === 'malformed' ? 'malformed' : 'none') }
}

/** In the seller's country the answer would change nothing. */
async function ask(deps: Pick<PricingDeps, 'vatChecker'>, vatNumber: VatNumber): Promise<VatAnswer> {
  return vatNumber.country === sellerCountry ? 'form-valid' : deps.vatChecker.check(vatNumber)
}

export function totalsOfLine(line: PricedLine): Totals {
  const { netCents, vatCents, grossCents, vatPercent } = line
  return { currency: 'EUR', netCents, vatCents, grossCents, vatPercent, reverseCharge: false }
}

/** Payment methods available for this amount now. Methods that are not set up are left out. */
export async function listMethods(deps: MethodDeps, grossCents: number): Promise<MethodOffer[]> {
  const plain = (method: PaymentMethod): MethodOffer => ({
    method,
    available: true,
    reason: null,
    networks: [],
  })
  return [
    ...(deps.offersBank ? [plain('bank_transfer')] : []),
    ...(await deps.payments.cryptoOffers(grossCents)),
    plain('pay_on_delivery'),
  ]
}

/** @throws AppError `payment-method-unavailable` */
export async function requireMethod(
  deps: MethodDeps,
  method: PaymentMethod,
  grossCents: number,
): Promise<void> {
  const offer = (await listMethods(deps, grossCents)).find((candidate) => candidate.method === method)
  if (!offer?.available) throw new AppError('payment-method-unavailable')
}

/** What an order would cost now. Nothing is stored. */
export async function quoteOrder(
  deps: QuoteDeps,
  request: {
    product: string
    quantity: number
    country?: string | undefined
    company?: string | undefined
    vatNumber?: string | undefined
  },
) {
  const product = await getSellable(deps, request.product)
  // Until an address is known, prices are those of the seller's country.
  const country = request.country ?? sellerCountry
  const { line, check } = await priceFor(deps, product, request.quantity, {
    country,
    company: request.company || null,
    vat: readVat(request.vatNumber, country),
  })
  const [ordersEnabled, methods] = await Promise.all([
    deps.settings.read(deps.store.db, 'orders.enabled'),
    listMethods(deps, line.grossCents),
  ])
  return {
    ordersEnabled,
    availability: availabilityOf(product, request.quantity),
    unitGrossCents: line.unitGrossCents,
    totals: totalsOfLine(line),
    vatNumberCheck: check,
    methods,
  }
}

export type PricedLine = {
  unitGrossCents: number
  quantity: number
  netCents: number
  vatCents: number
  grossCents: number
  vatPercent: number
}

/** What a quantity of one product costs. The prices of the catalogue include VAT. Also for quantities that need a quote. */
export function priceOrder(
  product: { priceCents: number },
  order: { quantity: number; vatPercent: number },
): PricedLine {
  const { quantity, vatPercent } = order
  return {
    unitGrossCents: product.priceCents,
    quantity,
    ...orderTotals(product.priceCents * quantity, vatPercent),
  }
}
