import { type WebhookDelivery, WebhookTypeSchema } from '@shipminer/contract/shop/payments'
import type { DeliveryRow } from './webhooks.repository.ts'

/** The contract's shape of a message and what became of it. */
export function presentDelivery(row: DeliveryRow): WebhookDelivery {
  return {
    id: row.id,
    type: WebhookTypeSchema.parse(row.type),
    createdAt: row.createdAt.toISOString(),
    status: row.status,
    attempts: row.attempts,
    lastStatusCode: row.lastStatusCode,
    lastError: row.lastError,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
  }
}
