import type { WebhookType } from '@shipminer/contract/shop/payments'
import type { Trx } from '../../platform/db/store.ts'

/** Puts a message into the outbox of the webhooks, in the transaction of the change it reports. Does nothing while no webhook is set. */
export type WebhooksPort = {
  enqueue(trx: Trx, message: WebhookMessage): Promise<void>
}

export type WebhookMessage = {
  type: WebhookType
  data: Record<string, unknown>
  at: Date
  /**
   * What this can happen to only once: an order that is paid, a payment that has succeeded. When a reorganisation of the chain took it back
   * and it happens again, it is sent again under the same id, so that a receiver that acts on each id once does not act twice.
   */
  onceFor?: string
}
/** @internal For tests of those who send. */
export { formatSecret, isSignedBy, ownerWebhookSecret, signForOwner } from './signature.ts'
