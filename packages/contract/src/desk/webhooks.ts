import * as z from 'zod/mini'
import { endpoint, operatorErrors } from '../endpoint.ts'
import { DateTimeSchema, ReasonSchema } from '../from-outside.ts'
import { WebhookDeliverySchema } from '../shop/payments.ts'

/* Where events of orders and payments are sent, and the result of each, for operators. */

export const DeskWebhookEndpointSchema = z.object({
  id: z.string(),
  url: z.string(),
  createdAt: z.int(),
  /** Null: messages go there. At most one endpoint is on. */
  disabledAt: z.nullable(z.int()),
  disabledBecause: z.nullable(z.string()),
  waiting: z.int(),
  failed: z.int(),
  lastDeliveredAt: z.nullable(z.int()),
})
export type DeskWebhookEndpoint = z.infer<typeof DeskWebhookEndpointSchema>

export const DeskWebhookDeliverySchema = z.object({
  ...WebhookDeliverySchema.shape,
  url: z.string(),
  /** Every attempt, the newest first, at most 20. */
  tries: z.array(
    z.object({
      at: z.int(),
      durationMs: z.int(),
      statusCode: z.nullable(z.int()),
      error: z.nullable(z.string()),
    }),
  ),
})
export type DeskWebhookDelivery = z.infer<typeof DeskWebhookDeliverySchema>

export const deskWebhookEndpoints = {
  deskWebhooks: endpoint({
    method: 'GET',
    path: '/desk/webhooks',
    summary: 'The addresses that messages go or went to, and the newest messages with every try.',
    auth: 'operator',
    roles: ['owner', 'service', 'read-only'],
    query: z.object({
      status: z.optional(WebhookDeliverySchema.shape.status),
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 50),
    }),
    data: z.object({
      serverTime: z.int(),
      endpoints: z.array(DeskWebhookEndpointSchema),
      deliveries: z.array(DeskWebhookDeliverySchema),
      hasMore: z.boolean(),
    }),
    errors: [...operatorErrors, 'invalid-request'],
  }),
  deskWebhookSet: endpoint({
    method: 'POST',
    path: '/desk/webhooks',
    summary: 'Sends messages to another address from now on, with a new secret, shown once.',
    auth: 'operator',
    roles: ['owner'],
    body: z.strictObject({ url: z.string().check(z.trim(), z.maxLength(500)), reason: ReasonSchema }),
    data: z.object({ secret: z.string() }),
    errors: [...operatorErrors, 'invalid-request', 'webhook-url-invalid', 'setting-changed'],
  }),
  deskWebhookAct: endpoint({
    method: 'POST',
    path: '/desk/webhooks/{id}/actions',
    summary: 'Switches an address off, or on again in place of the other; gives it a new secret, shown once.',
    auth: 'operator',
    roles: ['owner'],
    params: z.object({ id: z.uuid() }),
    body: z.strictObject({ action: z.enum(['disable', 'enable', 'rotate-secret']), reason: ReasonSchema }),
    data: z.object({ secret: z.nullable(z.string()) }),
    errors: [...operatorErrors, 'invalid-request', 'not-found', 'setting-changed'],
  }),
  deskWebhookTest: endpoint({
    method: 'POST',
    path: '/desk/webhooks/test',
    summary: 'Sends a `test.ping` now and tells what came back.',
    auth: 'operator',
    roles: ['owner', 'service'],
    body: z.strictObject({}),
    data: z.object({ delivery: WebhookDeliverySchema }),
    errors: [...operatorErrors, 'invalid-request', 'webhook-not-configured'],
  }),
  deskWebhookReplay: endpoint({
    method: 'POST',
    path: '/desk/webhooks/deliveries/{id}/replay',
    summary: 'Sends a message again now, with the same id, to the address that is on.',
    auth: 'operator',
    roles: ['owner', 'service'],
    params: z.object({ id: z.string().check(z.regex(/^[\x21-\x7e]{1,64}$/)) }),
    body: z.strictObject({}),
    data: z.object({ delivery: WebhookDeliverySchema }),
    errors: [...operatorErrors, 'invalid-request', 'not-found', 'webhook-not-configured'],
  }),
  deskWebhookReplayFailed: endpoint({
    method: 'POST',
    path: '/desk/webhooks/replay-failed',
    summary:
      'Puts every message that failed since a moment back into the queue, oldest first; tests are left out.',
    auth: 'operator',
    roles: ['owner', 'service'],
    body: z.strictObject({ since: DateTimeSchema, reason: ReasonSchema }),
    data: z.object({ replayed: z.int() }),
    errors: [...operatorErrors, 'invalid-request', 'webhook-not-configured'],
  }),
}
