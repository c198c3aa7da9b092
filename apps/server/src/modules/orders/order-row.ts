import { type Buyer, BuyerSchema, type OrderLine, type Totals } from '@shipminer/contract/shop/orders'
import type { Order } from '@shipminer/domain/orders/order'
import { defaultLanguage, isLanguage, type Language } from '@shipminer/i18n/languages'
import type { InvoicedOrder } from '../invoices/invoices.port.ts'
import type { OrderEventRow, OrderLineRow, OrderRow } from './orders.repository.ts'

/** The axes of a stored order, for the machine. */
export function axesOf({ state, payment, fulfilment, method }: OrderRow): Order {
  return { state, payment, fulfilment, method }
}

export function buyerOf(row: Pick<OrderRow, 'buyer'>): Buyer {
  return BuyerSchema.parse(row.buyer)
}

export function languageOf({ language }: Pick<OrderRow, 'language'>): Language {
  return isLanguage(language) ? language : defaultLanguage
}

/** Weeks to the delivery that were promised with the order, or later on; null: none were. */
export function promisedLeadWeeks(events: readonly Pick<OrderEventRow, 'kind' | 'data'>[]): number | null {
  const { leadWeeks } = Object(
    events.findLast(({ kind }) => kind === 'place' || kind === 'later-delivery')?.data,
  )
  return typeof leadWeeks === 'number' ? leadWeeks : null
}

/** Still to pay; negative: overpaid. */
export function remainingCents(row: Pick<OrderRow, 'grossCents' | 'receivedCents'>): number {
  return row.grossCents - row.receivedCents
}

/** Whether money arrived that has to be refunded, or was. */
export function hadMoney({ payment }: Pick<OrderRow, 'payment'>): boolean {
  return payment === 'refund_pending' || payment === 'refunded'
}

export function totalsOf(row: OrderRow): Totals {
  const { netCents, vatCents, grossCents, vatPercent, reverseCharge } = row
  return { currency: 'EUR', netCents, vatCents, grossCents, vatPercent, reverseCharge }
}

export function lineOf(row: OrderLineRow): OrderLine {
  const { productId, name, quantity, unitGrossCents, netCents, vatCents, grossCents } = row
  return { productId, name, quantity, unitGrossCents, netCents, vatCents, grossCents }
}

/** What the invoice states about an order. */
export function invoicedOrder(row: OrderRow, lines: readonly OrderLineRow[]): InvoicedOrder {
  return {
    orderId: row.id,
    orderNumber: row.number,
    language: languageOf(row),
    buyer: buyerOf(row),
    lines: lines.map(lineOf),
    totals: totalsOf(row),
    vatCase: row.vatCase,
    fittedIn: row.fittedIn,
    vatCountry: row.vatCountry,
    sellerVatId: row.sellerVatId,
    method: row.method,
    bankReference: row.bankReference,
    placedAt: row.placedAt,
    dueAt: row.expiresAt,
    deliveredAt: row.installedAt,
    receivedCents: row.receivedCents,
    stage: stageOf(row),
  }
}

function stageOf({ state, payment, installedAt }: OrderRow): InvoicedOrder['stage'] {
  if (state === 'cancelled' || state === 'expired' || payment === 'refunded') return 'over'
  return installedAt === null ? 'before-delivery' : 'delivered'
}

/** What a webhook reports about an order: nothing personal. */
export function webhookData(row: OrderRow): Record<string, unknown> {
  const { id, number, state, payment, fulfilment, method, grossCents, receivedCents } = row
  return { id, number, state, payment, fulfilment, method, currency: 'EUR', grossCents, receivedCents }
}
