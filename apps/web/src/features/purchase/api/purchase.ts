import { orderEndpoints } from '@shipminer/contract/shop/orders'
import type { CallData, CallInput } from '../../../lib/api/api-client.ts'
import { callEndpoint } from '../../../lib/api/client.ts'

export type OrderQuestion = CallInput<typeof orderEndpoints.orderQuote>['body']
export type OrderQuote = CallData<typeof orderEndpoints.orderQuote>
export type OrderBody = CallInput<typeof orderEndpoints.placeOrder>['body']
export type PlacedOrder = CallData<typeof orderEndpoints.placeOrder>

/** What an order would cost now, and how it can be paid. */
export function askQuote(body: OrderQuestion, signal: AbortSignal): Promise<OrderQuote> {
  return callEndpoint(orderEndpoints.orderQuote, { body, signal })
}

/** Places an order. The same key with the same body is the same order, however often it is sent. */
export function placeOrder(body: OrderBody, idempotencyKey: string): Promise<PlacedOrder> {
  return callEndpoint(orderEndpoints.placeOrder, { body, idempotencyKey })
}
