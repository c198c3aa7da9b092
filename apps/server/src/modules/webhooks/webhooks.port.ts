import type { WebhookType } from '@shipminer/contract/payments'
import type { Trx } from '../../platform/db/store.ts'

/** Puts a message into the outbox of the webhooks, in the transaction of the change it reports. Does nothing while no webhook is set. */
export type WebhooksPort = {
  enqueue(trx: Trx, message: { type: WebhookType; data: Record<string, unknown>; at: Date }): Promise<void>
}
/** @internal For tests of those who send. */
export { formatSecret, isSignedBy, ownerWebhookSecret, signWebhook } from './signature.ts'
