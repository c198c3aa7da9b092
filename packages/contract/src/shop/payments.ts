import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { PaymentMethodSchema, PaymentNetworkSchema } from './orders.ts'

export const AssetSchema = z.enum(['BTC', 'USDT'])
export type Asset = z.infer<typeof AssetSchema>

/** Stages of docs/product.md 4.6, with the ways out. */
export const IntentStatusSchema = z.enum([
  'creating',
  'awaiting_transfer',
  'detected',
  'confirming',
  'confirmed',
  'expired',
  'manually_completed',
  'failed',
  'canceled',
])
/**
 * Why money that was seen could not be booked on its order: the database refuses a value of it (`refused`) or had no room for it (`busy`),
 * or anything else went wrong (`failed`). The log has the words.
 */
export const UnbookedReasonSchema = z.enum(['refused', 'busy', 'failed'])
export type UnbookedReason = z.infer<typeof UnbookedReasonSchema>

export const IntentExceptionSchema = z.enum([
  'underpaid',
  'overpaid',
  'late',
  'replaced',
  'reorged',
  'wrong_network',
  'wrong_token',
  'manual',
])

/** Amounts of a coin are decimal strings in whole coins (`0.18421337`, `19872.55`), as a wallet shows them. */
const amount = z.string().check(z.regex(/^-?\d+(\.\d+)?$/))

export const ObservedPaymentSchema = z.object({
  txId: z.string(),
  /** Output number, or log index. */
  index: z.int(),
  network: PaymentNetworkSchema,
  /** Symbol as seen, e.g. `USDC` for a wrong token. */
  asset: z.string(),
  amount,
  firstSeenAt: z.iso.datetime(),
  blockHeight: z.nullable(z.int()),
  confirmations: z.int(),
  status: z.enum(['unconfirmed', 'confirmed', 'unaccounted']),
  replacedBy: z.nullable(z.string()),
  explorerUrl: z.nullable(z.string()),
})

/** One crypto payment of an order. The rate is frozen for its whole life. */
export const PaymentIntentSchema = z.object({
  id: z.uuid(),
  orderId: z.uuid(),
  orderNumber: z.string(),
  status: IntentStatusSchema,
  exceptions: z.array(IntentExceptionSchema),
  asset: AssetSchema,
  network: PaymentNetworkSchema,
  /** Contract of the token; null for Bitcoin. */
  token: z.nullable(z.string()),
  /** Null while creating. */
  address: z.nullable(z.string()),
  amountEurCents: z.int(),
  amountDue: amount,
  amountReceived: amount,
  amountConfirmed: amount,
  /** Signed: negative is too much. */
  amountRemaining: amount,
  /** What a wallet opens, for `amountRemaining`; null when nothing is to be paid. */
  paymentUri: z.nullable(z.string()),
  /** What the QR code holds: the same link, in the spelling that makes the smallest code. */
  qrText: z.nullable(z.string()),
  /** EUR cents a whole coin costs, as decimal string, with where and when it came from. */
  rate: z.string(),
  rateSources: z.array(z.string()),
  rateAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
  /** When the amount stops being valid; later once a first payment was seen. */
  expiresAt: z.iso.datetime(),
  /** Until when the address is watched for late money. */
  monitorUntil: z.iso.datetime(),
  confirmations: z.object({ seen: z.int(), required: z.int() }),
  payments: z.array(ObservedPaymentSchema),
  /** False: the watcher of this chain is behind, so what is shown may be old. */
  watcherFresh: z.boolean(),
  /** When the chain was last checked. */
  checkedAt: z.nullable(z.iso.datetime()),
})
export type PaymentIntent = z.infer<typeof PaymentIntentSchema>

const IntentAnswerSchema = z.object({ intent: PaymentIntentSchema })

/** Money of the caller's orders, whichever way it came. */
export const PaymentRecordSchema = z.object({
  orderId: z.uuid(),
  orderNumber: z.string(),
  method: PaymentMethodSchema,
  at: z.iso.datetime(),
  amountEurCents: z.int(),
  /** Coins only. */
  amount: z.nullable(amount),
  asset: z.nullable(AssetSchema),
  paymentIntentId: z.nullable(z.uuid()),
  status: z.string(),
})
export type PaymentRecord = z.infer<typeof PaymentRecordSchema>

/** Types of webhook messages (Standard Webhooks). */
export const WebhookTypeSchema = z.enum([
  'payment_intent.created',
  'payment_intent.awaiting',
  'payment_intent.partially_paid',
  'payment_intent.processing',
  'payment_intent.succeeded',
  'payment_intent.expired',
  'payment_intent.late',
  'payment_intent.reverted',
  'payment_intent.failed',
  'order.placed',
  'order.paid',
  'order.cancelled',
  'order.fulfilled',
  'refund.requested',
  'refund.paid',
  'test.ping',
])
export type WebhookType = z.infer<typeof WebhookTypeSchema>

export const WebhookDeliverySchema = z.object({
  id: z.string(),
  type: WebhookTypeSchema,
  createdAt: z.iso.datetime(),
  status: z.enum(['queued', 'delivered', 'failed']),
  attempts: z.int(),
  lastStatusCode: z.nullable(z.int()),
  lastError: z.nullable(z.string()),
  nextAttemptAt: z.nullable(z.iso.datetime()),
})
export type WebhookDelivery = z.infer<typeof WebhookDeliverySchema>

const WebhookSettingsSchema = z.object({
  /** Null: not configured. */
  url: z.nullable(z.string()),
  /** Shown once, when it is made. */
  secret: z.nullable(z.string()),
  deliveries: z.array(WebhookDeliverySchema),
})
const guarded = ['unauthorized', 'test-functions-disabled', 'rate-limited'] as const
const writing = { max: 20, windowMs: 60_000 }

export const paymentEndpoints = {
  createIntent: endpoint({
    method: 'POST',
    path: '/payments/create-intent',
    summary:
      'Opens the crypto payment of an order, or answers the open one. Freezes the rate and reserves an address. Needs Idempotency-Key.',
    auth: 'optional',
    idempotent: true,
    orderKey: true,
    body: z.strictObject({
      orderId: z.string().check(z.maxLength(64)),
      asset: AssetSchema,
      /** `bitcoin` or `eip155:<chain id>`; default: the first offered. */
      network: z.optional(z.string().check(z.maxLength(40))),
    }),
    data: IntentAnswerSchema,
    errors: [
      'invalid-request',
      'order-not-found',
      'order-state-conflict',
      'payment-method-unavailable',
      'crypto-unavailable',
      'idempotency-key-missing',
      'idempotency-in-progress',
      'idempotency-mismatch',
      'rate-limited',
    ],
    limit: writing,
  }),
  paymentIntent: endpoint({
    method: 'GET',
    path: '/payments/intent/{id}',
    summary: 'A crypto payment as it stands, for the owner of its order or who has the order’s key.',
    auth: 'optional',
    orderKey: true,
    params: z.object({ id: z.string().check(z.maxLength(64)) }),
    data: IntentAnswerSchema,
    errors: ['payment-intent-not-found'],
  }),
  confirmPayment: endpoint({
    method: 'POST',
    path: '/payments/confirm',
    summary: 'Looks at the chain again now. It never makes anything paid by itself.',
    auth: 'optional',
    orderKey: true,
    body: z.strictObject({ paymentIntentId: z.string().check(z.maxLength(64)) }),
    data: IntentAnswerSchema,
    errors: ['invalid-request', 'payment-intent-not-found', 'rate-limited'],
    limit: writing,
  }),
  paymentHistory: endpoint({
    method: 'GET',
    path: '/payments/history',
    summary: 'What the caller paid and is paying, newest first.',
    auth: 'user',
    data: z.object({ payments: z.array(PaymentRecordSchema) }),
    errors: ['unauthorized'],
  }),
  webhookSettings: endpoint({
    method: 'GET',
    path: '/payment-test/webhook',
    summary: 'The webhook of the payment-test screen and its last deliveries. Off unless PAYMENT_TEST is on.',
    auth: 'user',
    data: WebhookSettingsSchema,
    errors: guarded,
  }),
  saveWebhook: endpoint({
    method: 'PUT',
    path: '/payment-test/webhook',
    summary: 'Sets where messages go; null switches it off. A new address gets a new secret, shown once.',
    auth: 'user',
    body: z.strictObject({ url: z.nullable(z.string().check(z.trim(), z.maxLength(500))) }),
    data: WebhookSettingsSchema,
    errors: [...guarded, 'invalid-request', 'webhook-url-invalid', 'setting-changed'],
    limit: writing,
  }),
  testWebhook: endpoint({
    method: 'POST',
    path: '/payment-test/webhook/test',
    summary: 'Sends a `test.ping` now and tells what came back.',
    auth: 'user',
    body: z.strictObject({}),
    data: z.object({ delivery: WebhookDeliverySchema }),
    errors: [...guarded, 'webhook-not-configured'],
    limit: writing,
  }),
  replayWebhook: endpoint({
    method: 'POST',
    path: '/payment-test/webhook/deliveries/{id}/replay',
    summary: 'Sends a message again, with the same id.',
    auth: 'user',
    params: z.object({ id: z.string().check(z.maxLength(64)) }),
    body: z.strictObject({}),
    data: z.object({ delivery: WebhookDeliverySchema }),
    errors: [...guarded, 'not-found'],
    limit: writing,
  }),
}
