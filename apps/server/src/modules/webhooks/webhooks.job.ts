import type { Job } from '../../platform/jobs/job-runner.ts'
import type { Webhooks } from './webhooks.service.ts'

/** Sends the messages that are due. */
export function webhooksJob(webhooks: Pick<Webhooks, 'deliverDue'>): Job {
  return {
    name: 'webhooks',
    intervalMs: 5_000,
    touches: ['webhookEndpoints', 'webhookDeliveries', 'webhookAttempts', 'mails', 'network'],
    run: () => webhooks.deliverDue(),
  }
}
