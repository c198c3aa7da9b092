import {
  type MethodOffer,
  type Order,
  orderEndpoints,
  type PaymentMethod,
  type RefundOffer,
} from '@shipminer/contract/shop/orders'
import { callEndpoint } from '../../../lib/api/client.ts'
import type { ClaimBody } from '../lib/refund-form.ts'

/** Which order, and the key that opens it without an account. */
export type OrderAccess = { id: string; orderKey: string | null }

const input = ({ id, orderKey }: OrderAccess) => ({
  params: { id },
  ...(orderKey === null ? {} : { orderKey }),
})

/** One order. */
export async function fetchOrder(access: OrderAccess): Promise<Order> {
  return (await callEndpoint(orderEndpoints.order, input(access))).order
}

/** Cancels an order that nothing was paid for yet. */
export async function cancelOrder(access: OrderAccess): Promise<Order> {
  return (await callEndpoint(orderEndpoints.cancelOrder, { ...input(access), body: {} })).order
}

/** Pays another way. */
export async function changeMethod(access: OrderAccess, method: PaymentMethod): Promise<Order> {
  return (await callEndpoint(orderEndpoints.changePaymentMethod, { ...input(access), body: { method } }))
    .order
}

/** Withdraws from the contract. */
export async function withdrawOrder(
  access: OrderAccess,
  body: { name: string; email: string; statement?: string },
): Promise<Order> {
  return (await callEndpoint(orderEndpoints.withdrawOrder, { ...input(access), body })).order
}

/** What goes back without a place to go yet, and in which coins it can be paid. */
export function fetchRefundOffers(
  access: OrderAccess,
): Promise<{ amountCents: number; offers: RefundOffer[] }> {
  return callEndpoint(orderEndpoints.refundOffers, input(access))
}

/** Has a code mailed that proves the mailbox of the order. @returns where it went. */
export async function sendRefundCode(access: OrderAccess): Promise<string> {
  return (await callEndpoint(orderEndpoints.sendRefundCode, { ...input(access), body: {} })).email
}

/** Says where refunds go. */
export async function claimRefund(access: OrderAccess, body: ClaimBody): Promise<Order> {
  return (await callEndpoint(orderEndpoints.claimRefund, { ...input(access), body })).order
}

/** A document as base64. */
export function fetchInvoice(
  access: OrderAccess,
  number: string,
): Promise<{ filename: string; pdfBase64: string }> {
  return callEndpoint(orderEndpoints.orderInvoice, { ...input(access), query: { number } })
}

/** A document for machines. */
export function fetchEInvoice(
  access: OrderAccess,
  number: string,
): Promise<{ filename: string; xml: string }> {
  return callEndpoint(orderEndpoints.orderEInvoice, { ...input(access), query: { number } })
}

/** Ways to pay an order of this kind now. */
export async function fetchMethods(order: Order): Promise<MethodOffer[]> {
  const [line] = order.lines
  if (!line) return []
  const answer = await callEndpoint(orderEndpoints.orderQuote, {
    body: { product: line.productId, quantity: line.quantity, country: order.buyer.country },
  })
  return answer.methods
}
