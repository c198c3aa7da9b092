import { type Order, orderEndpoints } from '@shipminer/contract/shop/orders'
import { paymentEndpoints, type WebhookDelivery } from '@shipminer/contract/shop/payments'
import type { Language } from '@shipminer/i18n/languages'
import type { CallData } from '../../../lib/api/api-client.ts'
import { callEndpoint } from '../../../lib/api/client.ts'

export type WebhookSettings = CallData<typeof paymentEndpoints.webhookSettings>

/** Where webhooks go and what was sent. */
export function fetchWebhook(): Promise<WebhookSettings> {
  return callEndpoint(paymentEndpoints.webhookSettings, {})
}

/** Sets where webhooks go; null: nowhere. */
export function saveWebhook(url: string | null): Promise<WebhookSettings> {
  return callEndpoint(paymentEndpoints.saveWebhook, { body: { url } })
}

/** Sends a test message now. */
export async function testWebhook(): Promise<WebhookDelivery> {
  return (await callEndpoint(paymentEndpoints.testWebhook, { body: {} })).delivery
}

/** Sends a message again. */
export async function replayWebhook(id: string): Promise<WebhookDelivery> {
  return (await callEndpoint(paymentEndpoints.replayWebhook, { params: { id }, body: {} })).delivery
}

/** Orders one payment test product for the signed-in person, with an example address. */
export async function startTestPurchase(buyer: {
  name: string
  email: string
  language: Language
}): Promise<Order> {
  const product = 'payment-test'
  const { totals } = await callEndpoint(orderEndpoints.orderQuote, {
    body: { product, quantity: 1, country: 'NL' },
  })
  const answer = await callEndpoint(orderEndpoints.placeOrder, {
    idempotencyKey: crypto.randomUUID(),
    body: {
      product,
      quantity: 1,
      method: 'bank_transfer',
      buyer: {
        firstName: buyer.name || 'Test',
        lastName: 'Test',
        email: buyer.email,
        phone: '+31 10 000 0000',
        street: 'Teststraat 1',
        postalCode: '3011 AA',
        city: 'Rotterdam',
        country: 'NL',
      },
      language: buyer.language,
      expectedGrossCents: totals.grossCents,
      acceptedTerms: true,
    },
  })
  return answer.order
}

/** Orders of the signed-in person for the payment test product. */
export async function fetchTestOrders() {
  const { orders } = await callEndpoint(orderEndpoints.userOrders, {})
  return orders.filter(({ lines }) => lines.some(({ productId }) => productId === 'payment-test'))
}
export type TestOrder = Awaited<ReturnType<typeof fetchTestOrders>>[number]

/** Cancels the test orders that nothing was paid for; the others stay. */
export async function clearTestOrders(orders: readonly TestOrder[]): Promise<void> {
  for (const { id, state } of orders) {
    if (state === 'placed') await callEndpoint(orderEndpoints.cancelOrder, { params: { id }, body: {} })
  }
}
