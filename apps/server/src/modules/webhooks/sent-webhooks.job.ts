import type { Job } from '../../platform/jobs/job-runner.ts'
import type { Webhooks } from './webhooks.service.ts'

/** Deletes messages that were settled long ago. */
export function sentWebhooksJob(webhooks: Pick<Webhooks, 'sweep'>): Job {
  return {
    name: 'sent-webhooks',
    intervalMs: 86_400_000,
    touches: ['webhookDeliveries', 'webhookAttempts'],
    run: () => webhooks.sweep(),
  }
}
