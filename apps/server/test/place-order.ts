import { randomUUID } from 'node:crypto'
import type { Order } from '@shipminer/contract/shop/orders'
import type { Answer, CallInit, TestClient } from './build-test-app.ts'

/** A buyer with everything the form requires. */
export const testBuyer = {
  firstName: 'Anna',
  lastName: 'de Vries',
  email: 'Anna@Rederij.nl',
  phone: '+31 10 123 45 67',
  street: 'Maaskade 1',
  postalCode: '3071 ND',
  city: 'Rotterdam',
  country: 'NL',
}

/** The body of an order that succeeds with the seeded catalogue. */
function placement(change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    product: 'sm19',
    quantity: 1,
    method: 'bank_transfer',
    buyer: testBuyer,
    language: 'nl',
    expectedGrossCents: 1_750_000,
    acceptedTerms: true,
    ...change,
  }
}

/** Sends it; `key` is the idempotency key, a new one by default. */
export function placeOrder(
  client: TestClient,
  change: Record<string, unknown> = {},
  key: string | null = randomUUID(),
  init: CallInit = {},
): Promise<Answer> {
  const headers = key === null ? {} : { 'idempotency-key': key }
  return client.post('/orders', placement(change), { ...init, headers: { ...headers, ...init.headers } })
}

/** Places an order that must succeed. */
export async function placedOrder(
  client: TestClient,
  change: Record<string, unknown> = {},
): Promise<{ order: Order; orderKey: string; withKey: CallInit }> {
  const { status, body } = await placeOrder(client, change)
  if (status !== 200) throw new Error(`placing answered ${status}: ${JSON.stringify(body)}`)
  const { order, orderKey } = body.data as { order: Order; orderKey: string }
  return { order, orderKey, withKey: { headers: { 'x-order-key': orderKey } } }
}
