import { type Asset, type PaymentIntent, paymentEndpoints } from '@shipminer/contract/shop/payments'
import { callEndpoint } from '../../../lib/api/client.ts'

type Access = { orderKey: string | null }
const keyOf = ({ orderKey }: Access) => (orderKey === null ? {} : { orderKey })

/** Opens the crypto payment of an order, or answers the one that is open. */
export async function createIntent(
  order: { orderId: string; asset: Asset; network: string | null; idempotencyKey: string } & Access,
): Promise<PaymentIntent> {
  const { orderId, asset, network, idempotencyKey } = order
  const body = { orderId, asset, ...(network ? { network } : {}) }
  return (await callEndpoint(paymentEndpoints.createIntent, { body, idempotencyKey, ...keyOf(order) })).intent
}

/** A crypto payment in its present state. */
export async function fetchIntent(id: string, access: Access): Promise<PaymentIntent> {
  return (await callEndpoint(paymentEndpoints.paymentIntent, { params: { id }, ...keyOf(access) })).intent
}

/** Lets the server look at the chain now. It never makes anything paid. */
export async function checkPayment(paymentIntentId: string, access: Access): Promise<PaymentIntent> {
  const answer = await callEndpoint(paymentEndpoints.confirmPayment, {
    body: { paymentIntentId },
    ...keyOf(access),
  })
  return answer.intent
}
