import type { Context } from '../../platform/context.ts'
import type { Http } from '../../platform/module.ts'
import { deskWebhookRoutes } from './desk-webhooks.routes.ts'
import { sentWebhooksJob } from './sent-webhooks.job.ts'
import { createWebhookSender } from './webhook-sender.ts'
import { webhooksJob } from './webhooks.job.ts'
import { readQueue } from './webhooks.repository.ts'
import { webhookRoutes } from './webhooks.routes.ts'
import { createWebhooks } from './webhooks.service.ts'

/** Messages to other people's servers, and the only way for this one to call an address that a user entered. */
export function openWebhooks(context: Context) {
  const sender = createWebhookSender({ allowLoopback: context.config.WEBHOOK_ALLOW_LOOPBACK })
  const webhooks = createWebhooks({ ...context, sender })
  return {
    port: { webhooks, sender, queue: () => readQueue(context.store.db) },
    routes({ router }: Http) {
      deskWebhookRoutes(router, { ...context, sender, webhooks })
      webhookRoutes(router, { webhooks, paymentTest: context.config.PAYMENT_TEST })
    },
    jobs: [webhooksJob(webhooks), sentWebhooksJob(webhooks)],
  }
}
