import type { MethodOffer, PaymentMethod, Totals } from '@shipminer/contract/shop/orders'
import { needsQuote } from '@shipminer/domain/calculator/custom-solution'
import { deliveryWeek } from '@shipminer/domain/catalogue/data-sheet'
import { orderTotals } from '@shipminer/domain/orders/order-totals'
import { sellerCountry, type VatCase, vatCaseOf } from '@shipminer/domain/orders/vat/vat-case'
import { AppError } from '../../../platform/http/app-error.ts'
import { weeksFromBoxes } from '../../boxes/boxes.port.ts'
import type { SellableProduct } from '../../catalogue/catalogue.port.ts'
import type { CheckingDeps, MethodDeps, PricingDeps, ProductDeps, QuoteDeps } from '../orders.deps.ts'
import type { PricedLine, VatNumberCheck } from './decided-order.ts'
import { readVat, type VatReading } from './orders.policy.ts'

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
 * A product of the shop in a quantity that buyers may order by themselves; whether there are as many is for the caller.
 *
 * @throws AppError `orders-disabled`, `product-not-found`, `product-not-orderable`, `quote-required`
 */
export async function requireOrderable(
  deps: ProductDeps & Pick<QuoteDeps, 'settings'>,
  id: string,
  quantity: number,
): Promise<{ product: SellableProduct; availability: 'available' | 'none' }> {
  if (!(await deps.settings.read(deps.store.db, 'orders.enabled'))) throw new AppError('orders-disabled')
  const product = await getSellable(deps, id)
  const availability = availabilityOf(product, quantity)
  if (availability === 'coming-soon') throw new AppError('product-not-orderable')
  if (availability === 'quote') throw new AppError('quote-required')
  return { product, availability }
}

/**
 * The price with its VAT, and what is known about the buyer's VAT number. A number changes nothing here: what the seller fits in the
 * Netherlands has Dutch VAT, no matter who buys it, and for what is sent the provider needs proof of the transport first.
 */
export async function priceFor(
  deps: PricingDeps,
  product: SellableProduct,
  quantity: number,
  buyer: { country: string; company: string | null; vat: VatReading },
): Promise<{ line: PricedLine & { vatCase: VatCase; fittedIn: string | null }; check: VatNumberCheck }> {
  const { vat } = buyer
  const vatAnswer = vat.kind === 'read' ? await deps.vatChecker.check(vat.vatNumber) : null
  const { isFitted } = product
  const vatCase = vatCaseOf({ isFitted, buyerCountry: buyer.country, isBusiness: buyer.company !== null })
  const line = {
    ...priceOrder(product, { quantity, vatPercent: deps.vatPercent }),
    vatCase,
    fittedIn: isFitted ? sellerCountry : null,
  }
  return { line, check: vatAnswer ?? (vat.kind === 'malformed' ? 'malformed' : 'none') }
}

export function totalsOfLine(line: PricedLine): Totals {
  const { netCents, vatCents, grossCents, vatPercent } = line
  return { currency: 'EUR', netCents, vatCents, grossCents, vatPercent, reverseCharge: false }
}

/** What decides how an order can be paid: what it costs, and whether somebody comes on board with it. */
export type Payable = { grossCents: number; isFitted: boolean }

/**
 * Payment methods available for this order now. Those that are not set up are left out, and so is paying on delivery where nothing is
 * fitted: that is by card, at the installation.
 */
export async function listMethods(
  deps: MethodDeps,
  { grossCents, isFitted }: Payable,
): Promise<MethodOffer[]> {
  const plain = (method: PaymentMethod): MethodOffer => ({
    method,
    available: true,
    reason: null,
    networks: [],
  })
  return [
    ...((await deps.offersBank()) ? [plain('bank_transfer')] : []),
    ...(await deps.payments.cryptoOffers(grossCents)),
    ...(isFitted ? [plain('pay_on_delivery')] : []),
  ]
}

/** @throws AppError `payment-method-unavailable` */
export async function requireMethod(
  deps: MethodDeps,
  method: PaymentMethod,
  payable: Payable,
): Promise<void> {
  const offer = (await listMethods(deps, payable)).find((candidate) => candidate.method === method)
  if (!offer?.available) throw new AppError('payment-method-unavailable')
}

/** Weeks to the delivery, by the boxes that there are and else by the catalogue; null: nothing is known. */
export async function leadWeeksOf(
  deps: Pick<CheckingDeps, 'store' | 'clock'>,
  product: Pick<SellableProduct, 'id' | 'leadWeeks'>,
  quantity: number,
): Promise<number | null> {
  const supply = await weeksFromBoxes(deps.store.db, [product.id], { quantity, now: deps.clock() })
  return supply.get(product.id) ?? product.leadWeeks
}

/** What an order would cost now, and when it would come. Nothing is stored. */
export async function quoteOrder(
  deps: QuoteDeps & Pick<CheckingDeps, 'clock'>,
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
  const availability = availabilityOf(product, request.quantity)
  const [ordersEnabled, methods, leadWeeks] = await Promise.all([
    deps.settings.read(deps.store.db, 'orders.enabled'),
    listMethods(deps, { grossCents: line.grossCents, isFitted: product.isFitted }),
    availability === 'available' ? leadWeeksOf(deps, product, request.quantity) : null,
  ])
  return {
    ordersEnabled,
    availability,
    deliveryWeek: leadWeeks === null ? null : deliveryWeek(deps.clock(), leadWeeks),
    unitGrossCents: line.unitGrossCents,
    totals: totalsOfLine(line),
    vatNumberCheck: check,
    methods,
  }
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
